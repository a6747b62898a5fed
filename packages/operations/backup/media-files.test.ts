import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashFile } from "@reign-tv/kit/files/hashed-file.ts";
import { mediaOf, openDestination } from "./backup.fixture.ts";
import { catalogPath } from "./catalog/backup-catalog.ts";
import { type BackupManifest, MEDIA_FILE } from "./catalog/backup-manifest.ts";
import { poolName } from "./catalog/object-pool.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { copyMedia, listMedia, restoreMedia } from "./media-files.ts";

const NAME = "2026-11-22T030000Z";

let folder = "";
let place: ReturnType<typeof openDestination>;
/** Names that were stored in the destination. */
let stored: string[] = [];
let destination: BackupDestination;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "media-test-"));
  place = openDestination();
  stored = [];
  destination = {
    ...place.destination,
    put(name, file) {
      stored.push(name);
      return place.destination.put(name, file);
    },
  };
  write("origin", "film/0.m4s", "first");
  write("origin", "film/1.m4s", "second");
  write("origin", "film/whole", "list");
  write("origin", "upload/0.m4s", "not whole");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(place.folder, { recursive: true, force: true });
});

function write(dataDir: string, name: string, text: string): void {
  const path = join(folder, dataDir, "media", name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}
const read = (dataDir: string, name: string): string =>
  readFileSync(join(folder, dataDir, "media", name), "utf8");
const media = (dataDir: string, restored: string[] = []) =>
  mediaOf(join(folder, dataDir), { isIncluded: true, restored });

async function copy() {
  const origin = media("origin");
  return copyMedia(origin, await listMedia(origin), destination);
}

/** The record of a backup with a list of media. */
async function backupOf(list: unknown): Promise<BackupManifest> {
  const path = join(folder, MEDIA_FILE);
  writeFileSync(path, gzipSync(JSON.stringify(list)));
  const file = await hashFile(path);
  await place.destination.put(catalogPath(NAME, MEDIA_FILE), file);
  return {
    format: 1,
    name: NAME,
    product: "0.1.0",
    startedAt: "2026-11-22T03:00:00Z",
    finishedAt: "2026-11-22T03:00:01Z",
    database: null,
    rows: null,
    files: [{ name: MEDIA_FILE, bytes: file.bytes, sha256: file.sha256 }],
    objects: { count: 0, bytes: 0 },
    media: { count: 0, bytes: 0 },
    keys: "absent",
  };
}

describe("media in backups", () => {
  it("are whole items, each file once in a destination until it changes", async () => {
    const first = await copy();
    expect(first.files.map(({ item, name }) => `${item}/${name}`).toSorted()).toEqual([
      "film/0.m4s",
      "film/1.m4s",
      "film/whole",
    ]);
    expect(stored).toHaveLength(3);
    expect(await copy()).toEqual(first);
    expect(stored).toHaveLength(3);
    write("origin", "film/1.m4s", "second, changed");
    expect((await copy()).objects).toHaveLength(3);
    expect(stored).toHaveLength(4);
  });

  it("leave out what is deleted or replaced in the meantime", async () => {
    const origin = media("origin");
    const files = await listMedia(origin);
    write("origin", "film/0.m4s", "another length");
    rmSync(join(origin.folder, "film/1.m4s"));
    const copied = await copyMedia(origin, files, destination);
    expect(copied.files.map(({ name }) => name)).toEqual(["whole"]);
  });

  it("are not begun without space, and a failing destination is an error", async () => {
    const full = { ...destination, freeBytes: () => Promise.resolve(1_000_000) };
    const origin = media("origin");
    const files = await listMedia(origin);
    await expect(copyMedia(origin, files, full)).rejects.toThrow(
      /has 1 MB free, but the own videos need \d+ MB/,
    );
    expect(stored).toEqual([]);
    const broken = { ...destination, put: () => Promise.reject(new Error("ENOSPC")) };
    await expect(copyMedia(origin, files, broken)).rejects.toThrow("ENOSPC");
  });

  it("are restored with their times, so that the next backup reads none again", async () => {
    const { files } = await copy();
    const restored: string[] = [];
    const target = media("target", restored);
    const deps = { destination, media: target, isExact: false };
    const record = await backupOf(files);
    const all = { mediaRestored: 3, mediaMissing: 0, mediaProblem: null };
    expect(await restoreMedia(deps, record)).toEqual(all);
    expect([read("target", "film/1.m4s"), restored]).toEqual(["second", ["film"]]);
    expect(await listMedia(target)).toEqual(files);
    expect(await restoreMedia(deps, record)).toEqual({ ...all, mediaRestored: 0 });
  });

  it("keep a newer file, except in a restore of exactly that backup", async () => {
    const { files } = await copy();
    const record = await backupOf(files);
    write("origin", "film/whole", "newer list");
    const deps = { destination, media: media("origin") };
    await restoreMedia({ ...deps, isExact: false }, record);
    expect(read("origin", "film/whole")).toBe("newer list");
    await restoreMedia({ ...deps, isExact: true }, record);
    expect(read("origin", "film/whole")).toBe("list");
  });

  it("are not whole after a restore when one is damaged or missing", async () => {
    const { files, objects } = await copy();
    const broken = objects[files.findIndex(({ name }) => name === "1.m4s")];
    if (broken === undefined) throw new Error("The file is not in the pool");
    writeFileSync(join(place.folder, poolName(broken)), "flip!!");
    const record = await backupOf(files);
    const target = media("target");
    const report = await restoreMedia({ destination, media: target, isExact: true }, record);
    expect(report.mediaMissing).toBeGreaterThan(0);
    expect(existsSync(join(target.folder, "film/whole"))).toBe(false);
    expect(await listMedia(target)).toEqual([]);
  });

  it("are left out of a restore without space, which says so", async () => {
    const { files } = await copy();
    const freeBytes = () => Promise.resolve(2_000_000);
    const deps = { destination, media: media("target"), isExact: true, freeBytes };
    expect(await restoreMedia(deps, await backupOf(files))).toEqual({
      mediaRestored: 0,
      mediaMissing: 3,
      mediaProblem: expect.stringMatching(/has 2 MB free.*restore once more/),
    });
  });

  it.each(["../film", ".hidden", "a/b", ""])("are not written outside of it: %j", async (item) => {
    const list = [{ item, name: "0.m4s", bytes: 1, changedMs: 1 }];
    const deps = { destination, media: media("target"), isExact: true };
    await expect(restoreMedia(deps, await backupOf(list))).rejects.toThrow(/Invalid format/);
    expect(existsSync(join(folder, "target"))).toBe(false);
  });
});
