import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMiddleware } from "hono/factory";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { fileRecords } from "#server/state-store/file-state-store.ts";
import { createLogger } from "#server/kit/log.ts";
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
  dataDir = await mkdtemp(join(tmpdir(), "reign-desk-"));
  await installOwnText(dataDir, { id: "own" }, (usfm) => usfm === "JUD");
});

afterEach(async () => {
  await texts.stop();
  await service.close();
  await rm(dataDir, { recursive: true });
});

const doorFor =
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
    records: fileRecords(join(dataDir, "records")),
    door: doorFor(held),
    fetch,
    now: Date.now,
    log: createLogger("silent"),
    report: () => undefined,
  });
}

async function read(path = TEXTS_PATH, method = "GET"): Promise<StudioTexts> {
  const answer = await texts.app.request(path, { method });
  expect(answer.status).toBe(200);
  return studioTextsSchema.parse(await answer.json());
}

test("tells what is here, with licence and source", async () => {
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

test("offers what a site may have, and nothing else", async () => {
  await open();
  const answer = await texts.app.request(OFFERED_TEXTS_PATH);
  const offered = offeredTextsSchema.parse(await answer.json()).texts;
  expect(offered.map(({ serviceId, language, licence }) => [serviceId, language, licence])).toEqual(
    [
      ["fra_lsg", "fr", "pd"],
      ["sna_own", "sn", "cc-by-sa"],
      ["nde_own", "nd", "cc-by"],
      ["swh_own", "sw", "cc0"],
    ],
  );
});

test("says so when the service does not answer", async () => {
  service.fail({ name: "garbageHtml" });
  await open();
  const answer = await texts.app.request(OFFERED_TEXTS_PATH);
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ code: "garbage" });
});

test("one tap adds a text, and another takes one away for good", async () => {
  await open();
  const { coming } = await read(`${ADD_TEXT_PATH}?id=nde_own`, "POST");
  expect(coming).toMatchObject([{ serviceId: "nde_own", problem: null }]);
  const left = await read(`${REMOVE_TEXT_PATH}?id=own`, "POST");
  expect(left.here.map(({ id }) => id)).not.toContain("own");
});

test("why a text does not come is told, and when it is tried again", async () => {
  service.fail({ name: "tooManyRequests", retryAfter: "3600" });
  await open(["nde_own"]);
  await expect.poll(async () => (await read()).coming[0]?.problem).toBe("busy");
  const [coming] = (await read()).coming;
  expect(Date.parse(coming?.nextAt ?? "")).toBeGreaterThan(Date.now());
  service.heal();
  const [again] = (await read(`${ADD_TEXT_PATH}?id=nde_own`, "POST")).coming;
  expect(again?.serviceId).toBe("nde_own");
});

test.each(["..%2F..%2Fetc", "", "a/b"])("%s is no id", async (id) => {
  await open();
  const answer = await texts.app.request(`${ADD_TEXT_PATH}?id=${id}`, { method: "POST" });
  expect(answer.status).toBe(400);
});

test.each([
  ["GET", TEXTS_PATH],
  ["GET", OFFERED_TEXTS_PATH],
  ["POST", `${ADD_TEXT_PATH}?id=nde_own`],
  ["POST", `${REMOVE_TEXT_PATH}?id=own`],
])("%s %s is for those who may change settings", async (method, path) => {
  await open([], "videos");
  expect((await texts.app.request(path, { method })).status).toBe(403);
});
