import { describe, expect, it } from "vitest";
import { readCsv, writeCsv, parseGuardedJson, bodyFormat, parsePayload } from "./payload.domain.ts";

const refused = expect.objectContaining({ status: 400, code: "PGRST102" });

describe("a JSON body", () => {
  it("may be one object, and keeps every digit of its numbers", () => {
    expect(parsePayload("json", '{"n":12345678901234567890.10}')).toEqual({
      text: '[{"n":12345678901234567890.10}]',
      rowCount: 1,
      keys: ["n"],
      hasEqualKeys: true,
      sharedKeys: new Set(["n"]),
    });
  });

  it("returns the keys that all rows share", () => {
    const payload = parsePayload("json", '[{"a":1,"b":2},{"a":3},{"a":1,"c":2}]');
    expect(payload).toMatchObject({ rowCount: 3, keys: ["a", "b"], hasEqualKeys: false });
    expect(payload.sharedKeys).toEqual(new Set(["a"]));
  });

  it("may be an empty list", () => {
    expect(parsePayload("json", "[]")).toMatchObject({ rowCount: 0, keys: [], hasEqualKeys: true });
  });

  it.each([
    "",
    " ",
    "{",
    "[1]",
    "1",
    "null",
    '"x"',
    "[[]]",
    "[null]",
    "\uFEFF{}",
    "{'a':1}",
    "{a:1}",
    "NaN",
  ])("is rejected when it is %j", (text) => {
    expect(() => parsePayload("json", text)).toThrow(refused);
  });

  it.each([
    ["21 levels", `${"[".repeat(21)}${"]".repeat(21)}`],
    ["50,000 levels", "[".repeat(50_000)],
    ["50,000 closed levels", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
    ["__proto__", '{"__proto__":{}}'],
    ["an escaped __proto__", String.raw`{"__pr\u006fto__":1}`],
    ["constructor", '[{"a":{"constructor":1}}]'],
    ["prototype", '{"prototype":1}'],
    ["NUL in a text", String.raw`{"a":"\u0000"}`],
    ["NUL in a key", String.raw`{"\u0000":1}`],
    ["a lone surrogate", String.raw`{"a":["\ud800"]}`],
  ])("is rejected for %s", (_, text) => {
    expect(() => parseGuardedJson(text)).toThrow(refused);
  });

  it("may have 20 levels and brackets inside texts", () => {
    expect(parseGuardedJson(`${"[".repeat(20)}${"]".repeat(20)}`)).toBeDefined();
    expect(parseGuardedJson(JSON.stringify({ a: "[".repeat(99), b: 'x"[{' }))).toBeDefined();
    expect(parseGuardedJson('{"n":1e400,"s":"\u{1F600}"}')).toBeDefined();
  });
});

describe("a body of another type", () => {
  it("is detected by its Content-Type", () => {
    expect(bodyFormat(undefined)).toBe("json");
    expect(bodyFormat("Application/JSON; charset=utf-8")).toBe("json");
    expect(bodyFormat("text/csv")).toBe("csv");
    expect(bodyFormat("application/x-www-form-urlencoded")).toBe("form");
    expect(() => bodyFormat("text/html")).toThrow(refused);
  });

  it("may be a form", () => {
    expect(parsePayload("form", "a=1&b=x+y")).toMatchObject({
      text: '[{"a":"1","b":"x y"}]',
      rowCount: 1,
    });
  });

  it("may be CSV", () => {
    expect(parsePayload("csv", 'a,b\n1,"x ""y"", z"\n,NULL')).toMatchObject({
      text: '[{"a":"1","b":"x \\"y\\", z"},{"a":"","b":null}]',
      rowCount: 2,
    });
  });

  it.each(["a,b\n1", "a\n1,2", 'a\n"open', 'a\nx"y', "__proto__\n1"])(
    "rejects the CSV %j",
    (text) => {
      expect(() => parsePayload("csv", text)).toThrow(refused);
    },
  );

  it("round-trips CSV", () => {
    const rows = [
      ["plain", "with, comma", 'quote " here', "line\nbreak", "NULL"],
      ["(x)", "", null, " ", "\r\n"],
    ];
    const text = writeCsv(["a", "b", "c", "d", "full name"], rows);
    expect(text.split("\n")[0]).toBe('a,b,c,d,"full name"');
    expect(readCsv(text)[1]).toEqual({ a: "(x)", b: "", c: "", d: " ", "full name": "\r\n" });
  });
});
