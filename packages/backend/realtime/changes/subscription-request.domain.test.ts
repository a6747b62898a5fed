import { describe, expect, it } from "vitest";
import { parseFilters } from "./subscription-request.domain.ts";

describe("filters of postgres_changes", () => {
  it.each([
    ["", []],
    ["  ", []],
    ["id=eq.1", [["id", "eq", "1", false]]],
    [
      "id=gt.0,id=lt.100",
      [
        ["id", "gt", "0", false],
        ["id", "lt", "100", false],
      ],
    ],
    ["title=not.like.hey%", [["title", "like", "hey%", true]]],
    ["site=eq.a.b.example", [["site", "eq", "a.b.example", false]]],
    ["name=eq.a=b", [["name", "eq", "a=b", false]]],
    ['name=eq."a,b"', [["name", "eq", "a,b", false]]],
    ['name=eq."say \\"so\\" \\\\"', [["name", "eq", 'say "so" \\', false]]],
    ['name=eq.a"b', [["name", "eq", 'a"b', false]]],
    ["state=in.(a,b)", [["state", "in", "{a,b}", false]]],
    [
      'state=in.("a,b",c),id=eq.1',
      [
        ["state", "in", '{"a,b",c}', false],
        ["id", "eq", "1", false],
      ],
    ],
    ["gone=is.NULL", [["gone", "is", "NULL", false]]],
    ["gone=not.is.null", [["gone", "is", "null", true]]],
    ["a=isdistinct.x", [["a", "isdistinct", "x", false]]],
  ])("parses %j", (text, expected) => {
    const filters = expected.map(([column, operator, value, isNegated]) => ({
      column,
      operator,
      value,
      isNegated,
    }));
    expect(parseFilters(text)).toEqual({ ok: true, filters });
  });

  it.each([
    ["undefined", '["undefined"]'],
    ["id=eq", '["eq"]'],
    ["subject=foo.hey", '["foo", "hey"]'],
    ["id=eq.1,", "filter must not contain empty segments (check for extra commas)"],
    ["id=in.1,2", "`in` filter value must be wrapped by parentheses"],
    ["gone=is.gone", "`is` filter value must be null, true, false or unknown"],
    [
      `id=in.(${Array.from({ length: 101 }, (_value, n) => n).join(",")})`,
      "Too many values for `in` filter. Maximum 100",
    ],
  ])("rejects %j in upstream's words", (text, message) => {
    expect(parseFilters(text)).toEqual({
      ok: false,
      error: `Error parsing \`filter\` params: ${message}`,
    });
  });
});
