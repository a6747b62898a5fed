import { describe, expect, it } from "vitest";
import { findJsonFlaw } from "./json-guard.domain.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("the JSON guard", () => {
  it.each<[string, string, ReturnType<typeof findJsonFlaw>]>([
    ["a plain body", '{"bio":"constructor and __proto__ are words"}', null],
    ["20 levels", nested(20), null],
    ["21 levels", nested(21), "too_deep"],
    ["50,000 levels that never close", "[".repeat(50_000), "too_deep"],
    ["brackets inside a text", `"${"[".repeat(100)}"`, null],
    ["a quote that is escaped", `{"a":"\\"${"[".repeat(100)}"}`, null],
    ["a backslash before the end of a text", `{"a":"\\\\","b":${nested(30)}}`, "too_deep"],
    ["__proto__ as a key", '{"__proto__":{"role":"admin"}}', "forbidden_key"],
    ["constructor deep inside", '{"a":[{"constructor":1}]}', "forbidden_key"],
    ["a key in escapes", '{"\\u005f_proto__":1}', "forbidden_key"],
    ["prototype as a key", '{"prototype":1}', "forbidden_key"],
    ["NUL in a text", String.raw`{"a":"\u0000"}`, "unstorable_text"],
    ["NUL in a key", String.raw`{"\u0000":1}`, "unstorable_text"],
    ["a lone surrogate", String.raw`{"a":["\ud800"]}`, "unstorable_text"],
    ["a lone surrogate beside a key", String.raw`{"a":"\ud800","constructor":1}`, "forbidden_key"],
    ["a pair of surrogates", String.raw`{"a":"\ud83d\ude00"}`, null],
    ["a falsy value before a key", '[null,0,{"__proto__":1}]', "forbidden_key"],
    ["broken JSON, which the part refuses in its own words", '{"a":', null],
    ["nothing", "", null],
  ])("finds in %s: %s", (_, text, flaw) => {
    expect(findJsonFlaw(text)).toBe(flaw);
  });
});
