import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFile, replaceFile } from "./atomic-file.ts";

let path: string;

beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), "reign-files-")), "folder", "name");
});

afterEach(() => rm(dirname(dirname(path)), { recursive: true }));

it("replaces a file atomically, for its account alone, and leaves no draft behind", async () => {
  await replaceFile(path, "first");
  await replaceFile(path, "second");
  expect(await readFile(path, "utf8")).toBe("second");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(dirname(path))).toEqual(["name"]);
});

it("creates a file once when many do at the same time, and never overwrites it", async () => {
  const texts = ["a", "b", "c", "d"];
  const made = await Promise.all(texts.map((text) => createFile(path, text)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await readFile(path, "utf8")).toBe(texts[made.indexOf(true)]);
  expect(await readdir(dirname(path))).toEqual(["name"]);
});

it("leaves no draft behind when the file cannot be put in place", async () => {
  await mkdir(path, { recursive: true });
  await expect(replaceFile(path, "text")).rejects.toThrow("EISDIR");
  expect(await createFile(path, "text")).toBe(false);
  expect(await readdir(dirname(path))).toEqual(["name"]);
});
