import { describe, expect, it } from "vitest";
import { findJsonFlaw } from "./json-guard.ts";

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
    ["a falsy value before a key", '[null,0,{"__proto__":1}]', "forbidden_key"],
    ["broken JSON, which the part refuses in its own words", '{"a":', null],
    ["nothing", "", null],
  ])("finds in %s: %s", (_, text, flaw) => {
    expect(findJsonFlaw(text)).toBe(flaw);
  });
});
