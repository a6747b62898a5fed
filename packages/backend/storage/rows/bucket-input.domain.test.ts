import { expect, it } from "vitest";
import { allowsMimeType, readSettings } from "./bucket-input.domain.ts";

it.each([
  [null, "text/html", true],
  [["image/png"], "image/png", true],
  [["image/png"], "IMAGE/PNG; charset=x", true],
  [["image/*"], "image/webp", true],
  [["*/*"], "a/b", true],
  [["image/*"], "imagex/png", false],
  [["image/png"], "image/pngx", false],
  [[], "image/png", false],
])("A bucket that allows %o accepts %s: %s", (allowed, type, expected) => {
  expect(allowsMimeType(allowed, type)).toBe(expected);
});

it.each([
  [undefined, undefined],
  [null, null],
  [0, null],
  [1_000, 1_000],
  ["5B", 5],
  ["1.5kb", 1_500],
  ["20MB", 20_000_000],
])("parses a size limit of %s as %s bytes", (input, expected) => {
  expect(readSettings({ file_size_limit: input }).fileSizeLimit).toBe(expected);
});

it.each(["", "5", "MB", "1e3B", "-5MB", "5 MB", "5TB"])("rejects a size limit of %o", (input) => {
  expect(() => readSettings({ file_size_limit: input })).toThrow("Invalid file size format");
});
