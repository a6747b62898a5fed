import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeS3, startFakeS3 } from "@reign-tv/backend/testing";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { type HashedFile, writeHashed } from "@reign-tv/kit/files/hashed-file.ts";
import type { BackupDestination } from "./backup-destination.ts";
import { createDiskDestination } from "./disk-destination.ts";
import { openDestinations } from "#operations/backup/backup-config.ts";
import { createS3Destination } from "./s3-destination.ts";

let folder = "";
let s3: FakeS3;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "places-test-"));
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

function sourceOf(content: Buffer | string): Promise<HashedFile> {
  return writeHashed(Readable.from([Buffer.from(content)]), join(folder, "source"));
}

async function namesOf(destination: BackupDestination, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of destination.list(prefix)) names.push(name);
  return names.toSorted();
}

async function contentOf(destination: BackupDestination, name: string): Promise<string | null> {
  const content = await destination.read(name);
  return content === null ? null : (await buffer(content)).toString();
}

describe.each([
  ["a folder", () => createDiskDestination(join(folder, "place"))],
  ["S3", () => createS3Destination(s3.settings, "tv.example.org/")],
])("a backup destination: %s", (_, open) => {
  it("stores, replaces, lists and removes files by name", async () => {
    const destination = open();
    expect(await namesOf(destination, "backups/")).toEqual([]);
    for (const name of ["backups/a/1", "backups/a/2", "backups/b/1", "wal/7/1"]) {
      await destination.put(name, await sourceOf(name));
    }
    await destination.put("backups/a/2", await sourceOf("again"));
    expect(await namesOf(destination, "backups/")).toEqual([
      "backups/a/1",
      "backups/a/2",
      "backups/b/1",
    ]);
    expect(await contentOf(destination, "backups/a/2")).toBe("again");
    expect(await contentOf(destination, "backups/a/3")).toBeNull();
    await destination.remove(["backups/a/1", "backups/a/2", "backups/a/3"]);
    expect(await namesOf(destination, "backups/")).toEqual(["backups/b/1"]);
    expect(await namesOf(destination, "wal/")).toEqual(["wal/7/1"]);
  });
});

it("removes what an interrupted copy into a folder left", async () => {
  const destination = createDiskDestination(join(folder, "interrupted"));
  await destination.put("backups/a/1", await sourceOf("whole"));
  const [old, young] = ["backups/b/.draft-1", "backups/a/.draft-2"];
  for (const name of [old, young]) {
    mkdirSync(dirname(join(folder, "interrupted", name)), { recursive: true });
    writeFileSync(join(folder, "interrupted", name), "half");
  }
  utimesSync(join(folder, "interrupted", old), 0, 0);
  await destination.dropUnfinished(Date.now() - DAY_MS);
  expect(await namesOf(destination, "backups/")).toEqual(["backups/a/1"]);
  expect(readdirSync(join(folder, "interrupted", "backups"), { recursive: true })).toEqual(
    expect.not.arrayContaining(["b"]),
  );
  expect(readdirSync(join(folder, "interrupted", "backups", "a"))).toContain(".draft-2");
});

it("rejects a file that changed since it was hashed, and leaves nothing of it in the folder", async () => {
  const destination = createDiskDestination(join(folder, "strict"));
  const file = await sourceOf("counted");
  writeFileSync(file.path, "changed");
  await expect(destination.put("backups/a/1", file)).rejects.toThrow("changed while it was copied");
  expect(readdirSync(join(folder, "strict", "backups", "a"))).toEqual([]);
});

describe("S3", () => {
  it("stores a large file in parts, and nothing of a rejected one", async () => {
    const destination = createS3Destination(s3.settings, "");
    const content = randomBytes(20 * 1024 * 1024);
    await destination.put("large", await sourceOf(content));
    expect(s3.objects.get("large")?.bytes.equals(content)).toBe(true);
    const before = s3.objects.size;
    s3.failNext(403);
    await expect(destination.put("larger", await sourceOf(content))).rejects.toThrow(
      "S3 answered 403",
    );
    expect(s3.objects.size).toBe(before);
  });

  it("ends uploads that were begun a day ago and never completed, of its own prefix alone", async () => {
    const destination = createS3Destination(s3.settings, "tv.example.org/");
    const nowMs = Date.UTC(2026, 10, 27);
    const begun = (key: string, daysAgo: number) =>
      s3.uploads.set(`${key}-${daysAgo}`, { key, begunAt: new Date(nowMs - daysAgo * DAY_MS) });
    for (const key of ["tv.example.org/backups/a/base", "tv.example.org/wal/7/1", "other/base"]) {
      begun(key, 2);
    }
    begun("tv.example.org/wal/7/2", 0.5);
    await destination.dropUnfinished(nowMs - DAY_MS);
    expect([...s3.uploads.keys()].toSorted()).toEqual([
      "other/base-2",
      "tv.example.org/wal/7/2-0.5",
    ]);
    // A store that lists none, and an access key that may not list them.
    for (const status of [501, 403]) {
      s3.failNext(status);
      await expect(destination.dropUnfinished(nowMs)).resolves.toBeUndefined();
    }
    s3.uploads.clear();
  });

  it("is not empty when it fails", async () => {
    const destination = createS3Destination(s3.settings, "");
    s3.failNext(403);
    await expect(destination.read("large")).rejects.toThrow("S3 answered 403");
    s3.failNext(403);
    await expect(namesOf(destination, "backups/")).rejects.toThrow("S3 answered 403");
    s3.failNext(403);
    await expect(destination.remove(["large"])).rejects.toThrow("S3 answered 403");
  });
});

it.each([
  [null, false, ["/srv/data/backups"]],
  ["/mnt/backups", false, ["/mnt/backups"]],
  [null, true, ["s3://b/tv/"]],
  ["/mnt/backups", true, ["/mnt/backups", "s3://b/tv/"]],
])("for the folder %s, and a bucket: %j, are %j", (folder, hasBucket, labels) => {
  const bucket = hasBucket ? { ...s3.settings, bucket: "b" } : null;
  const settings = { dataDir: "/srv/data", folder, bucket, bucketPrefix: "/tv/" };
  expect(openDestinations(settings).map(({ label }) => label)).toEqual(labels);
});
