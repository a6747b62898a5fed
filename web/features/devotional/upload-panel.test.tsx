import { describe, expect, it } from "vitest";
import { checkFile, readUpload, refusedItem, UPLOAD_MAX_BYTES } from "./upload-panel.tsx";

const ITEM = { day: 1, title: "t", verse: "v", content: "c" };
const read = (value: unknown) => readUpload(JSON.stringify(value));
const refused = (failure: string) => ({ ok: false, failure });

describe("a devotional upload", () => {
  it.each([
    ["devotionals.json", 10, null],
    ["DEVOTIONALS.JSON", UPLOAD_MAX_BYTES, null],
    ["devotionals.txt", 10, "type"],
    ["json", 10, "type"],
    ["devotionals.json", UPLOAD_MAX_BYTES + 1, "size"],
  ])("%s of %i bytes: %s", (name, size, fault) => {
    expect(checkFile({ name, size })).toBe(fault);
  });

  it("takes entries, and only their four fields (S3.9)", () => {
    expect(read([{ ...ITEM, html: "<b>" }])).toEqual({ ok: true, value: [ITEM] });
    expect(readUpload(`\uFEFF${JSON.stringify([ITEM])}`).ok).toBe(true);
    expect(read([]).ok).toBe(true);
  });

  it.each<[string, unknown]>([
    ["an object", { 0: ITEM }],
    ["a text", "[]"],
    ["nothing", null],
  ])("%s gets: JSON must be an array (S5.14)", (_, value) => {
    expect(read(value)).toEqual(refused("array"));
  });

  it.each<[string, object]>([
    ["a day as text", { ...ITEM, day: "1" }],
    ["no title", { ...ITEM, title: undefined }],
    ["a verse that is a number", { ...ITEM, verse: 3 }],
    ["a content that is null", { ...ITEM, content: null }],
    ["a title of 201", { ...ITEM, title: "x".repeat(201) }],
    ["a content of 20,001", { ...ITEM, content: "x".repeat(20_001) }],
  ])("%s gets: Invalid devotional item structure (S5.15)", (_, item) => {
    expect(read([ITEM, item])).toEqual(refused("item"));
    expect(refusedItem(JSON.stringify([ITEM, item]))).toBe(2);
  });

  it("adds the missing end to a day", () => {
    const text = JSON.stringify([ITEM]).replace('"day":1', '"day":1e999');
    expect(readUpload(text)).toEqual(refused("item"));
  });

  it("is rejected when it is no JSON, holds 401 entries or is nested deeper than four levels", () => {
    expect(readUpload("{")).toEqual(refused("syntax"));
    expect(read(Array.from({ length: 401 }, () => ITEM))).toEqual(refused("count"));
    expect(read(Array.from({ length: 400 }, () => ITEM)).ok).toBe(true);
    expect(read([{ ...ITEM, more: { deep: [] } }]).ok).toBe(true);
    expect(read([{ ...ITEM, more: { deep: [{}] } }])).toEqual(refused("depth"));
    const depth = 100_000;
    expect(readUpload("[".repeat(depth) + "]".repeat(depth))).toEqual(refused("depth"));
  });
});
