import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { type Analytics, openAnalytics } from "./open-analytics.ts";

const PEER = { incoming: { socket: { remoteAddress: "203.0.113.7" } } };

/** The room before players and clips, over a database that keeps what is written. */
function open(isElsewhere = false) {
  const written: unknown[] = [];
  const reports: (string | null)[] = [];
  const state = { isDown: false };
  const asCaller: Database["asCaller"] = async (_request, work) => {
    if (state.isDown) throw new Error("away");
    const sql = Object.assign(
      (_texts: TemplateStringsArray, rows: unknown) => Promise.resolve(written.push(rows)),
      { json: (rows: unknown) => rows },
    );
    // @ts-expect-error -- a stand-in for the two things that are asked of it
    return work(sql);
  };
  const numbers = openAnalytics({
    database: isElsewhere ? null : { asCaller },
    isKnownVideo: (id) => Promise.resolve(id === "knownvideo1"),
    clientAddress: () => "203.0.113.7",
    rateLimitFactor: 1,
    report: (_part, fault) => void reports.push(fault),
    now: () => Date.parse("2026-11-23T10:20:00Z"),
  });
  const app = new Hono()
    .route("/", numbers.app)
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
  return { app, visit, numbers, written, reports, state };
}

async function counted(numbers: Analytics, written: readonly unknown[]): Promise<string[]> {
  await numbers.write();
  return written
    .flat()
    .map((row) => Object.values(Object(row)).slice(1).join(" "))
    .toSorted();
}

test("pages are counted by their route and devotionals by their language", async () => {
  const { visit, numbers, written } = open();
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
  expect(await counted(numbers, written)).toEqual([
    "devotional fr 1",
    "page / 2",
    "page /bible 1",
    "page /devotional 1",
  ]);
});

test("an address says at most 120 pages a minute", async () => {
  const { visit, numbers, written } = open();
  for (let count = 0; count < 200; count += 1) await visit("/");
  expect(await counted(numbers, written)).toEqual(["page / 120"]);
});

test("plays are counted for videos that are ours", async () => {
  const { app, numbers, written } = open();
  await app.request("/embed/yt/knownvideo1", {}, PEER);
  await app.request("/embed/yt/knownvideo1", { method: "HEAD" }, PEER);
  await app.request("/embed/yt/knownvideo1");
  await app.request("/embed/yt/unknownvide", {}, PEER);
  for (const id of ["clip-one", "clip-two"]) {
    await app.request(`/media/clips/${id}/views`, { method: "POST" }, PEER);
  }
  expect(await counted(numbers, written)).toEqual(["play clip-one 1", "play knownvideo1 1"]);
});

test("searches without a result are counted by their words alone", async () => {
  const { numbers, written } = open();
  for (const text of ["Guérison!", "guerison", "ruth@example.org", "+263 77 123 4567"]) {
    numbers.countEmptySearch(text);
  }
  expect(await counted(numbers, written)).toEqual(["search guerison 2"]);
});

test("what could not be written is written later, once", async () => {
  const { visit, numbers, written, reports, state } = open();
  await visit("/");
  state.isDown = true;
  await numbers.write();
  state.isDown = false;
  await visit("/");
  expect(await counted(numbers, written)).toEqual(["page / 2"]);
  await numbers.stop();
  expect([written.length, reports]).toEqual([1, ["could not be written", null]]);
});

test("with a project elsewhere nothing is counted, and the address is not there", async () => {
  const { visit, numbers, written } = open(true);
  expect((await visit("/")).status).toBe(404);
  numbers.countEmptySearch("guerison");
  expect(await counted(numbers, written)).toEqual([]);
});
