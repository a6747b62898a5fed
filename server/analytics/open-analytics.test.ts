import { expect, it } from "vitest";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { createEventCounter, searchKey, type Analytics, openAnalytics } from "./open-analytics.ts";
import { Hono } from "hono";
import type { Database } from "@reign-tv/backend";

const TEN = Date.parse("2026-11-23T10:59:59Z");

it("counts by hour and returns each count once", () => {
  let nowMs = TEN;
  const counter = createEventCounter(() => nowMs);
  counter.count("page", "/");
  counter.count("page", "/");
  nowMs += 1_000;
  counter.count("page", "/");
  counter.count("play", "clip-abc");
  expect(counter.take()).toEqual([
    { hour: "2026-11-23T10:00:00.000Z", metric: "page", key: "/", value: 2 },
    { hour: "2026-11-23T11:00:00.000Z", metric: "page", key: "/", value: 1 },
    { hour: "2026-11-23T11:00:00.000Z", metric: "play", key: "clip-abc", value: 1 },
  ]);
  expect(counter.take()).toEqual([]);
});

it("adds rows that could not be written to the newer counts", () => {
  const counter = createEventCounter(() => TEN);
  counter.count("page", "/");
  const taken = counter.take();
  counter.count("page", "/");
  counter.putBack(taken);
  expect(counter.take()).toMatchObject([{ key: "/", value: 2 }]);
});

it("limits the distinct searches of an hour, also after they were taken", () => {
  let nowMs = TEN;
  const counter = createEventCounter(() => nowMs);
  for (let at = 0; at < 500; at += 1) counter.count("search", `word ${at}`);
  expect(counter.take()).toHaveLength(200);
  counter.count("search", "word 499");
  counter.count("search", "word 0");
  expect(counter.take()).toMatchObject([{ key: "word 0" }]);
  nowMs += 1_000;
  counter.count("search", "word 499");
  expect(counter.take()).toMatchObject([{ key: "word 499" }]);
});

it("holds at most 10,000 rows while nothing is written", () => {
  let nowMs = TEN;
  const counter = createEventCounter(() => nowMs);
  for (let hour = 0; hour < 10; hour += 1) {
    for (let at = 0; at < 2_000; at += 1) counter.count("play", `clip-${at}`);
    nowMs += 3_600_000;
  }
  expect(counter.take()).toHaveLength(10_000);
});

it.each([
  ["  Guérison!  ", "guerison"],
  ["Divine   HEALING", "divine healing"],
  ["2 Timothy 3:16", "2 timothy 3 16"],
  ["<script>alert(1)</script>", "script alert 1 script"],
  ["prayer ".repeat(20), "prayer prayer prayer prayer prayer prayer prayer prayer"],
  ["a".repeat(90), "a".repeat(60)],
])("counts %j as %j", (text, key) => {
  expect(searchKey(text)).toBe(key);
});

it.each(["ruth@example.org", "+263 77 123 4567", "4111111111111111", "!?", ""])(
  "ignores %j",
  (text) => {
    expect(searchKey(text)).toBeNull();
  },
);

const PEER = { incoming: { socket: { remoteAddress: "203.0.113.7" } } };

/** Analytics in front of a player and clip route, over a fake database that stores the rows. */
function openRoutes(isExternal = false) {
  const written: unknown[] = [];
  const reports: (string | null)[] = [];
  const state = { isDown: false };
  const asService: Database["asService"] = async (work) => {
    if (state.isDown) throw new Error("down");
    const sql = Object.assign(
      (_texts: TemplateStringsArray, rows: unknown) => Promise.resolve(written.push(rows)),
      { json: (rows: unknown) => rows },
    );
    // @ts-expect-error -- a fake with the two members that are used
    return work(sql);
  };
  const analytics = openAnalytics({
    database: isExternal ? null : { asService },
    isKnownVideo: (id) => Promise.resolve(id === "knownvideo1"),
    limits: createClientLimits({ clientAddress: () => "203.0.113.7", factor: 1 }),
    report: (_part, fault) => void reports.push(fault),
    now: () => Date.parse("2026-11-23T10:20:00Z"),
  });
  const app = new Hono()
    .route("/", analytics.app)
    .get("/embed/yt/:id", (c) => c.html("player"))
    .post("/media/clips/:id/views", (c) =>
      c.body(null, c.req.param("id") === "clip-one" ? 204 : 404),
    );
  const visit = (path: string, site: string | null = "same-origin") =>
    app.request(
      "/api/visits",
      {
        method: "POST",
        body: path,
        headers: {
          "content-length": String(path.length),
          ...(site !== null && { "sec-fetch-site": site }),
        },
      },
      PEER,
    );
  return { app, visit, analytics, written, reports, state };
}

async function counted(analytics: Analytics, written: readonly unknown[]): Promise<string[]> {
  await analytics.write();
  return written
    .flat()
    .map((row) => Object.values(Object(row)).slice(1).join(" "))
    .toSorted();
}

it("counts pages by route and devotionals by language", async () => {
  const { visit, analytics, written } = openRoutes();
  for (const path of [
    "/",
    "/fr",
    "/fr/devotional/2026/11/23",
    "/profile",
    "/nowhere",
    "x".repeat(200),
  ]) {
    const response = await visit(path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([204, "no-store"]);
  }
  for (const site of ["cross-site", "same-site", "none", null]) await visit("/bible", site);
  expect(await counted(analytics, written)).toEqual([
    "devotional fr 1",
    "page / 2",
    "page /bible 1",
    "page /devotional 1",
  ]);
});

it("limits page views of one IP address to 120 a minute", async () => {
  const { visit, analytics, written } = openRoutes();
  for (let count = 0; count < 200; count += 1) await visit("/");
  expect(await counted(analytics, written)).toEqual(["page / 120"]);
});

it("counts plays of allowed videos", async () => {
  const { app, analytics, written } = openRoutes();
  await app.request("/embed/yt/knownvideo1", {}, PEER);
  await app.request("/embed/yt/knownvideo1", { method: "HEAD" }, PEER);
  await app.request("/embed/yt/knownvideo1");
  await app.request("/embed/yt/unknownvide", {}, PEER);
  for (const id of ["clip-one", "clip-two"]) {
    await app.request(`/media/clips/${id}/views`, { method: "POST" }, PEER);
  }
  expect(await counted(analytics, written)).toEqual(["play clip-one 1", "play knownvideo1 1"]);
});

it("counts searches without a result by their words alone", async () => {
  const { analytics, written } = openRoutes();
  for (const text of ["Guérison!", "guerison", "ruth@example.org", "+263 77 123 4567"]) {
    analytics.countEmptySearch(text);
  }
  expect(await counted(analytics, written)).toEqual(["search guerison 2"]);
});

it("writes rows again after a failure, once", async () => {
  const { visit, analytics, written, reports, state } = openRoutes();
  await visit("/");
  state.isDown = true;
  await analytics.write();
  state.isDown = false;
  await visit("/");
  expect(await counted(analytics, written)).toEqual(["page / 2"]);
  await analytics.stop();
  expect([written.length, reports]).toEqual([1, ["could not be written", null]]);
});

it("counts nothing and has no route with an external project", async () => {
  const { visit, analytics, written } = openRoutes(true);
  expect((await visit("/")).status).toBe(404);
  analytics.countEmptySearch("guerison");
  expect(await counted(analytics, written)).toEqual([]);
});
