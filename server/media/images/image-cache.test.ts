import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createImageCache } from "./image-cache.ts";
import type { ImageCache } from "./image-cache.ts";

let directory: string;
let nowMs = 0;

function open(maxDiskBytes = 1_000, maxMemoryBytes = 0): ImageCache {
  const log = createLogger("silent");
  const now = (): number => nowMs;
  return createImageCache({ directory, now, log, maxDiskBytes, maxMemoryBytes, maxAgeMs: 10_000 });
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "reign-pictures-"));
  nowMs = 1_000_000;
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const stored = async (): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();

describe("images on disk", () => {
  it("are returned with their ETag and age", async () => {
    const written = await open().write("yt/ab/320.webp", Buffer.from("picture"));
    nowMs += 500;
    const read = await open().read("yt/ab/320.webp", 500);
    expect(read).toEqual(written);
    nowMs += 1;
    expect(await open().read("yt/ab/320.webp", 500)).toBeNull();
  });

  it("are removed when they are too old, with drafts of a crash", async () => {
    const cache = open();
    await cache.write("yt/ab/old.webp", Buffer.from("old"));
    await writeFile(join(directory, "yt/ab/x.webp.0123.draft"), "half");
    nowMs += 9_000;
    await cache.write("yt/ab/new.webp", Buffer.from("new"));
    nowMs = Date.now() + 2 * 86_400_000;
    await cache.write("yt/ab/now.webp", Buffer.from("now"));
    await cache.cleanUp();
    expect(await stored()).toEqual(["now.webp"]);
  });

  it("are bounded: the oldest are removed first", async () => {
    const cache = open(1_000);
    await cache.cleanUp();
    for (let index = 0; index < 11; index += 1) {
      nowMs += 1;
      await cache.write(`yt/ab/${index}.webp`, Buffer.alloc(100, index));
    }
    await cache.cleanUp();
    expect(await stored()).toHaveLength(9);
    expect(await cache.read("yt/ab/1.webp", 1e9)).toBeNull();
    expect(await cache.read("yt/ab/10.webp", 1e9)).not.toBeNull();
  });

  it("count as absent if they are empty after a power cut", async () => {
    const cache = open();
    await cache.write("yt/ab/320.webp", Buffer.from("picture"));
    await writeFile(join(directory, "yt/ab/320.webp"), "");
    expect(await cache.read("yt/ab/320.webp", 1e9)).toBeNull();
  });

  it("are still returned if they cannot be written", async () => {
    await rm(directory, { recursive: true });
    await writeFile(directory, "a file where the folder should be");
    const written = await open().write("yt/ab/320.webp", Buffer.from("picture"));
    expect(written.bytes.toString()).toBe("picture");
  });

  it.each(["../x.webp", "yt/../../x", "/etc/passwd", "yt", "yt/a b/1.webp", ""])(
    "reject the key %j",
    async (key) => {
      await expect(open().read(key, 1)).rejects.toThrow("is not the key of a picture");
      await expect(open().write(key, Buffer.from("x"))).rejects.toThrow(RangeError);
      await expect(open().forget(key)).rejects.toThrow(RangeError);
    },
  );
});

describe("images in memory", () => {
  it("are served while the disk is unavailable, the most requested longest", async () => {
    const cache = open(1_000, 20);
    for (const name of ["a", "b"]) await cache.write(`yt/x/${name}.webp`, Buffer.alloc(10, name));
    await cache.read("yt/x/a.webp", 1e9);
    await cache.write("yt/x/c.webp", Buffer.alloc(10, "c"));
    await rm(join(directory, "yt"), { recursive: true });
    const kept = await Promise.all(
      ["a", "b", "c"].map((name) => cache.read(`yt/x/${name}.webp`, 1e9)),
    );
    expect(kept.map((picture) => picture !== null)).toEqual([true, false, true]);
  });

  it("are removed with their folder", async () => {
    const cache = open(1_000, 1_000);
    await cache.write("yt/x/1.webp", Buffer.from("x"));
    await cache.write("yt/xy/1.webp", Buffer.from("y"));
    await cache.forget("yt/x");
    expect(await cache.read("yt/x/1.webp", 1e9)).toBeNull();
    expect(await cache.read("yt/xy/1.webp", 1e9)).not.toBeNull();
  });
});
