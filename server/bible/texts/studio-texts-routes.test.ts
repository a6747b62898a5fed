import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMiddleware } from "hono/factory";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import * as v from "valibot";
import { createFileStateStore } from "#server/state-store/state-store.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import {
  ADD_TEXT_PATH,
  OFFERED_TEXTS_PATH,
  offeredTextsSchema,
  REMOVE_TEXT_PATH,
  type StudioTexts,
  studioTextsSchema,
  TEXTS_PATH,
} from "#shared/studio/bible-texts.ts";
import {
  type FakeTextService,
  offeredTexts,
  type OfferedText,
  startFakeTextService,
} from "#tests/fakes/bible/fake-text-service.ts";
import { installOwnText } from "#tests/fakes/bible/own-texts.ts";
import { type BibleTexts, openBibleTexts } from "./studio-texts-routes.ts";

let offered: OfferedText[] = [];
let service: FakeTextService;
let dataDir = "";
let texts: BibleTexts;

beforeAll(async () => {
  offered = await offeredTexts(["JUD"], ["JUD"]);
});

beforeEach(async () => {
  service = await startFakeTextService(offered);
  dataDir = await mkdtemp(join(tmpdir(), "reign-texts-"));
  await installOwnText(dataDir, { id: "own" }, (usfm) => usfm === "JUD");
});

afterEach(async () => {
  await texts.stop();
  await service.close();
  await rm(dataDir, { recursive: true });
});

const permissionsOf =
  (held: string): RequirePermission =>
  (...permissions) =>
    createMiddleware(async (context, next) => {
      if (permissions.some((needed) => needed === held)) return next();
      return context.json({ error: "Not yours" }, 403);
    });

async function open(configured: string[] = [], held = "settings"): Promise<void> {
  texts = await openBibleTexts({
    config: { BIBLE_TEXTS: configured, BIBLE_TEXTS_BASE: service.base },
    dataDir,
    stateStore: createFileStateStore(join(dataDir, "records")),
    requirePermission: permissionsOf(held),
    fetch,
    now: Date.now,
    log: createLogger("silent"),
    report: () => undefined,
  });
}

async function read(path = TEXTS_PATH, method = "GET"): Promise<StudioTexts> {
  const answer = await texts.app.request(path, { method });
  expect(answer.status).toBe(200);
  return v.parse(studioTextsSchema, await answer.json());
}

it("lists installed texts with licence and source", async () => {
  await open();
  expect(await read()).toEqual({
    here: [
      {
        id: "own",
        name: "Louis Segond 1910",
        language: "fr",
        licence: "pd",
        source: "https://texts.example/own",
        verses: 25,
        books: 1,
        bytes: expect.any(Number),
        isConfigured: false,
      },
    ],
    coming: [],
  });
});

it("offers only texts with a free licence", async () => {
  await open();
  const answer = await texts.app.request(OFFERED_TEXTS_PATH);
  const offered = v.parse(offeredTextsSchema, await answer.json()).texts;
  expect(offered.map(({ serviceId, language, licence }) => [serviceId, language, licence])).toEqual(
    [
      ["fra_lsg", "fr", "pd"],
      ["sna_own", "sn", "cc-by-sa"],
      ["nde_own", "nd", "cc-by"],
      ["swh_own", "sw", "cc0"],
    ],
  );
});

it("responds 502 when the service is unreachable", async () => {
  service.fail({ name: "garbageHtml" });
  await open();
  const answer = await texts.app.request(OFFERED_TEXTS_PATH);
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ code: "garbage" });
});

it("adds and removes a text", async () => {
  await open();
  const { coming } = await read(`${ADD_TEXT_PATH}?id=nde_own`, "POST");
  expect(coming).toMatchObject([{ serviceId: "nde_own", problem: null }]);
  const left = await read(`${REMOVE_TEXT_PATH}?id=own`, "POST");
  expect(left.here.map(({ id }) => id)).not.toContain("own");
});

it("returns the reason of a failure and the time of the next attempt", async () => {
  service.fail({ name: "tooManyRequests", retryAfter: "3600" });
  await open(["nde_own"]);
  await expect.poll(async () => (await read()).coming[0]?.problem).toBe("busy");
  const [coming] = (await read()).coming;
  expect(Date.parse(coming?.nextAt ?? "")).toBeGreaterThan(Date.now());
  service.heal();
  const [again] = (await read(`${ADD_TEXT_PATH}?id=nde_own`, "POST")).coming;
  expect(again?.serviceId).toBe("nde_own");
});

it.each(["..%2F..%2Fetc", "", "a/b"])("rejects the id %s", async (id) => {
  await open();
  const answer = await texts.app.request(`${ADD_TEXT_PATH}?id=${id}`, { method: "POST" });
  expect(answer.status).toBe(400);
});

it.each([
  ["GET", TEXTS_PATH],
  ["GET", OFFERED_TEXTS_PATH],
  ["POST", `${ADD_TEXT_PATH}?id=nde_own`],
  ["POST", `${REMOVE_TEXT_PATH}?id=own`],
])("requires the settings permission for %s %s", async (method, path) => {
  await open([], "videos");
  expect((await texts.app.request(path, { method })).status).toBe(403);
});
