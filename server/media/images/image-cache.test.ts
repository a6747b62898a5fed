import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { createPictureCache } from "./image-cache.ts";
import type { ImageCache } from "./image-cache.ts";

let directory: string;
let nowMs = 0;

function open(maxDiskBytes = 1_000, maxMemoryBytes = 0): ImageCache {
  const log = createLogger("silent");
  const now = (): number => nowMs;
  return createPictureCache({ directory, now, log, maxDiskBytes, maxMemoryBytes, keepMs: 10_000 });
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

describe("pictures on disk", () => {
  test("come back with their validator and their age", async () => {
    const written = await open().write("yt/ab/320.webp", Buffer.from("picture"));
    nowMs += 500;
    const read = await open().read("yt/ab/320.webp", 500);
    expect(read).toEqual(written);
    nowMs += 1;
    expect(await open().read("yt/ab/320.webp", 500)).toBeNull();
  });

  test("are removed when they are too old, drafts of a crash with them", async () => {
    const cache = open();
    await cache.write("yt/ab/old.webp", Buffer.from("old"));
    await writeFile(join(directory, "yt/ab/x.webp.0123.draft"), "half");
    nowMs += 9_000;
    await cache.write("yt/ab/new.webp", Buffer.from("new"));
    nowMs = Date.now() + 2 * 86_400_000;
    await cache.write("yt/ab/now.webp", Buffer.from("now"));
    await cache.sweep();
    expect(await stored()).toEqual(["now.webp"]);
  });

  test("are bounded: the oldest go first", async () => {
    const cache = open(1_000);
    await cache.sweep();
    for (let index = 0; index < 11; index += 1) {
      nowMs += 1;
      await cache.write(`yt/ab/${index}.webp`, Buffer.alloc(100, index));
    }
    await cache.sweep();
    expect(await stored()).toHaveLength(9);
    expect(await cache.read("yt/ab/1.webp", 1e9)).toBeNull();
    expect(await cache.read("yt/ab/10.webp", 1e9)).not.toBeNull();
  });

  test("left empty by a power cut count as absent", async () => {
    const cache = open();
    await cache.write("yt/ab/320.webp", Buffer.from("picture"));
    await writeFile(join(directory, "yt/ab/320.webp"), "");
    expect(await cache.read("yt/ab/320.webp", 1e9)).toBeNull();
  });

  test("that cannot be written are still answered", async () => {
    await rm(directory, { recursive: true });
    await writeFile(directory, "a file where the folder should be");
    const written = await open().write("yt/ab/320.webp", Buffer.from("picture"));
    expect(written.bytes.toString()).toBe("picture");
  });

  test.each(["../x.webp", "yt/../../x", "/etc/passwd", "yt", "yt/a b/1.webp", ""])(
    "%j is no key",
    async (key) => {
      await expect(open().read(key, 1)).rejects.toThrow("is not the key of a picture");
      await expect(open().write(key, Buffer.from("x"))).rejects.toThrow(RangeError);
      await expect(open().forget(key)).rejects.toThrow(RangeError);
    },
  );
});

describe("pictures in memory", () => {
  test("serve while the disk is away, the most asked ones longest", async () => {
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

  test("are forgotten with their folder", async () => {
    const cache = open(1_000, 1_000);
    await cache.write("yt/x/1.webp", Buffer.from("x"));
    await cache.write("yt/xy/1.webp", Buffer.from("y"));
    await cache.forget("yt/x");
    expect(await cache.read("yt/x/1.webp", 1e9)).toBeNull();
    expect(await cache.read("yt/xy/1.webp", 1e9)).not.toBeNull();
  });
});
