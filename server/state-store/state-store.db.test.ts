import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@reign-tv/backend";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";
import { HOUR_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { type FakePostgres, putEmptyCluster, startFakePostgres } from "@reign-tv/backend/testing";
import { openDatabaseStateStore, createFileStateStore, type StateStore } from "./state-store.ts";

let postgres: FakePostgres;
let folder = "";
let one: StateStore;
let two: StateStore;

beforeAll(async () => {
  postgres = await startFakePostgres(putEmptyCluster);
  const url = await postgres.createOwned("ministry");
  folder = mkdtempSync(join(tmpdir(), "reign-records-"));
  const database = await openDatabase({
    dataDir: join(folder, "data"),
    databaseUrl: url,
    uid: null,
    log: createLogger("silent"),
    migrationsDir: MIGRATIONS_DIR,
  });
  await database.close();
  const imported = createFileStateStore(join(folder, "one"));
  await imported.storeOf("media").set("views", "from a file");
  await imported.appendOnlyOf("live").create("english-000001", "first era");
  one = await openDatabaseStateStore(url, join(folder, "one"));
  two = await openDatabaseStateStore(url, join(folder, "two"));
}, 60_000);
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("shares values between servers, by area", async () => {
  expect(await two.storeOf("speech").get("spent")).toBeNull();
  await one.storeOf("speech").set("spent", "1");
  await two.storeOf("speech").set("spent", "2");
  expect(await one.storeOf("speech").get("spent")).toBe("2");
  expect(await one.storeOf("other").get("spent")).toBeNull();
});

it("imports the files of one server once", async () => {
  expect(await one.storeOf("media").get("views")).toBe("from a file");
  await two.storeOf("media").set("views", "newer");
  expect(await one.storeOf("media").get("views")).toBe("newer");
  expect(await one.appendOnlyOf("live").names()).toEqual(["english-000001"]);
  expect(await two.appendOnlyOf("live").read("english-000001")).toBe("first era");
});

it("counts across all servers in a period, and starts again in the next", async () => {
  const files = createFileStateStore(join(folder, "files"));
  for (const pair of [
    [one, two],
    [files, createFileStateStore(join(folder, "files"))],
  ]) {
    const add = (stretch: number, key = "calls-60000"): Promise<number[]> =>
      Promise.all([...pair, ...pair].map((records) => records.countsOf("bible").add(key, stretch)));
    expect(Math.max(...(await add(7)))).toBe(4);
    expect(Math.max(...(await add(7, "other")))).toBe(4);
    expect(Math.max(...(await add(7)))).toBe(8);
    expect(Math.max(...(await add(8)))).toBe(4);
    expect(Math.max(...(await add(7, "other")))).toBe(8);
  }
  const atOnce = await Promise.all([one, two].map((it) => it.countsOf("bible").add("once", 1)));
  expect(new Set(atOnce)).toEqual(new Set([1, 2]));
  expect(readdirSync(join(folder, "files/bible")).toSorted()).toEqual([
    "calls-60000.8.count",
    "other.7.count",
  ]);
});

it("creates a record once when several servers do", async () => {
  const stores = [one, two, one, two].map((records) => records.appendOnlyOf("live"));
  const made = await Promise.all(
    stores.map((store, at) => store.create("english-000002", `of ${at}`)),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  const text = `of ${made.indexOf(true)}`;
  expect(await two.appendOnlyOf("live").read("english-000002")).toBe(text);
  await expect(two.appendOnlyOf("live").read("english-000009")).rejects.toThrow(RangeError);
});

it("replaces an expiring text only while it is the one that was read", async () => {
  const files = createFileStateStore(join(folder, "expiring"));
  for (const [first, second] of [
    [one, two],
    [files, files],
  ] as const) {
    const [mine, other] = [first, second].map((store) => store.expiringOf("tv-test", HOUR_MS));
    if (!mine || !other) throw new Error("two stores");
    expect(await mine.get("a")).toBeNull();
    expect(await mine.replace("a", "1", "2")).toBe(false);
    const made = await Promise.all([mine.create("a", "1"), other.create("a", "1")]);
    expect(made.filter(Boolean)).toHaveLength(1);
    const changed = await Promise.all([mine.replace("a", "1", "2"), other.replace("a", "1", "3")]);
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await other.get("a")).toBe(changed[0] ? "2" : "3");
  }
});

it("deletes expired texts of its area when it creates one", async () => {
  const files = createFileStateStore(join(folder, "expired"));
  for (const store of [one, files]) {
    const brief = store.expiringOf("tv-brief", -SECOND_MS);
    await store.expiringOf("tv-lasting", HOUR_MS).create("a", "1");
    await brief.create("a", "1");
    await brief.create("b", "1");
    expect(await brief.get("a")).toBeNull();
    expect(await store.expiringOf("tv-lasting", HOUR_MS).get("a")).toBe("1");
  }
});
