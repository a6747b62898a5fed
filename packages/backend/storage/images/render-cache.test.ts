import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRenderCache } from "./render-cache.ts";

const BLOCK_BYTES = 4_096;

describe("cached renderings", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "renders-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const text = (bytes: Uint8Array | null): string | null =>
    bytes === null ? null : Buffer.from(bytes).toString();

  it("are found again by the next process", async () => {
    const cache = createRenderCache(directory, 10 * BLOCK_BYTES);
    await cache.write("v1", "a", Buffer.from("one"));
    expect(text(await cache.read("v1", "a"))).toBe("one");
    expect(await cache.read("v1", "b")).toBeNull();
    const next = createRenderCache(directory, 10 * BLOCK_BYTES);
    expect(text(await next.read("v1", "a"))).toBe("one");
  });

  it("are served again once a disk that failed at the first use is back", async () => {
    rmSync(directory, { recursive: true });
    writeFileSync(directory, "no folder");
    const cache = createRenderCache(directory, BLOCK_BYTES);
    await expect(cache.read("v1", "a")).rejects.toThrow("EEXIST");
    rmSync(directory);
    await cache.write("v1", "a", Buffer.from("one"));
    expect(text(await cache.read("v1", "a"))).toBe("one");
  });

  it("are evicted, least recently used first, above the disk limit", async () => {
    const cache = createRenderCache(directory, 2 * BLOCK_BYTES);
    await cache.write("v1", "a", Buffer.from("1"));
    await cache.write("v2", "a", Buffer.from("2"));
    await cache.read("v1", "a");
    await cache.write("v3", "a", Buffer.from("3"));
    expect(await cache.read("v2", "a")).toBeNull();
    expect(text(await cache.read("v1", "a"))).toBe("1");
    expect(text(await cache.read("v3", "a"))).toBe("3");
  });

  it("are dropped with their source", async () => {
    const cache = createRenderCache(directory, 10 * BLOCK_BYTES);
    await cache.write("v1", "a", Buffer.from("1"));
    await cache.write("v2", "a", Buffer.from("2"));
    await cache.drop(["v1", "never"]);
    expect(await cache.read("v1", "a")).toBeNull();
    expect(await readdir(directory)).toEqual(["v2"]);
  });

  it("are forgotten when another process removed them", async () => {
    const cache = createRenderCache(directory, 10 * BLOCK_BYTES);
    await cache.write("v1", "a", Buffer.from("1"));
    await rm(join(directory, "v1"), { recursive: true });
    expect(await cache.read("v1", "a")).toBeNull();
  });
});
