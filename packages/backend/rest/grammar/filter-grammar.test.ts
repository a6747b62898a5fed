import { describe, expect, it } from "vitest";
import { looksLikeFilter, parseFilterValue, parseLogic } from "./filter-grammar.domain.ts";
import type { LogicTree, Operation } from "./filter-grammar.domain.ts";
import { GrammarError } from "./scanner.domain.ts";

describe("the value of a filter", () => {
  const compared = (value: string): Operation => ({
    kind: "comparison",
    operator: "eq",
    quantifier: null,
    value,
  });

  it.each<[string, Operation]>([
    ["eq.5", compared("5")],
    ["eq.", compared("")],
    ["eq.a.b,c)", compared("a.b,c)")],
    ['eq."x"', compared('"x"')],
    ["eq.null", compared("null")],
    ["like.*a%", { kind: "comparison", operator: "like", quantifier: null, value: "*a%" }],
    [
      "like(any).{a*,b*}",
      { kind: "comparison", operator: "like", quantifier: "any", value: "{a*,b*}" },
    ],
    ["gt(all).{1,2}", { kind: "comparison", operator: "gt", quantifier: "all", value: "{1,2}" }],
    ["neq.x", { kind: "containment", operator: "neq", value: "x" }],
    ['cs.{"a":1}', { kind: "containment", operator: "cs", value: '{"a":1}' }],
    ["adj.[1,2)", { kind: "containment", operator: "adj", value: "[1,2)" }],
    ["isdistinct.3", { kind: "isDistinct", value: "3" }],
    ["fts.a&b", { kind: "textSearch", operator: "fts", config: null, value: "a&b" }],
    [
      "wfts(english).a b",
      { kind: "textSearch", operator: "wfts", config: "english", value: "a b" },
    ],
    ["is.null", { kind: "is", value: "null" }],
    ["is.NOT_NULL", { kind: "is", value: "not_null" }],
    ["is.True", { kind: "is", value: "true" }],
    ["is.unknown", { kind: "is", value: "unknown" }],
    ["in.()", { kind: "in", values: [] }],
    ["in.(1)", { kind: "in", values: ["1"] }],
    ["in.(a, b)", { kind: "in", values: ["a", " b"] }],
    ['in.("a,b","c""d)', { kind: "in", values: ["a,b", '"c""d'] }],
    [String.raw`in.("a\"b","c\\d")`, { kind: "in", values: ['a"b', String.raw`c\d`] }],
    ["in.(a,)", { kind: "in", values: ["a", ""] }],
  ])("parses %j", (text, operation) => {
    expect(parseFilterValue(text)).toEqual({ isNegated: false, operation });
    expect(parseFilterValue(`not.${text}`)).toEqual({ isNegated: true, operation });
  });

  it.each([
    "",
    "5",
    "eq",
    "noop.1",
    "EQ.1",
    "eq(some).1",
    "eq(any.1",
    "neq(any).{1}",
    "in.1",
    "in.(1",
    "in.(1)x",
    "is.nul",
    "is.nulls",
    "is.",
    "not.",
    "not.not.eq.1",
    "fts(a;b).x",
    "fts()x",
    "fts().x",
    "isdistinct",
  ])("rejects %j", (text) => {
    expect(() => parseFilterValue(text)).toThrow(GrammarError);
  });

  it("limits in.() to 200 values (R-33)", () => {
    const list = (count: number) => `in.(${Array.from({ length: count }, (_, n) => n).join(",")})`;
    expect(parseFilterValue(list(200)).operation).toMatchObject({ kind: "in" });
    expect(() => parseFilterValue(list(201))).toThrow(
      expect.objectContaining({ code: "PGRST100" }),
    );
  });

  it.each([
    ["eq.1", true],
    ["not.eq.1", true],
    ["like(any).{a}", true],
    ["fts(english).a", true],
    ["in.the beginning", true],
    ["In the beginning", false],
    ["5", false],
    ["a.b", false],
    ["", false],
  ])("treats %j on rpc as a filter: %s", (value, expected) => {
    expect(looksLikeFilter(value)).toBe(expected);
  });
});

describe("a logic tree", () => {
  const equals = (name: string, value: string, isNegated = false): LogicTree => ({
    kind: "filter",
    field: { name, path: [] },
    isNegated,
    operation: { kind: "comparison", operator: "eq", quantifier: null, value },
  });

  it.each<[string, LogicTree[]]>([
    ["(a.eq.1)", [equals("a", "1")]],
    ["(a.eq.1,b.eq.2)", [equals("a", "1"), equals("b", "2")]],
    ["( a.eq.1 , b.eq.2)", [equals("a", "1 "), equals("b", "2")]],
    ["(a.not.eq.1)", [equals("a", "1", true)]],
    ['(a.eq."x,y)")', [equals("a", "x,y)")]],
    ["(and.eq.1)", [equals("and", "1")]],
    ["(a.eq.{1,2})", [equals("a", "{1,2}")]],
    ['(a.eq.{"x":{"y":[1,2]}})', [equals("a", '{"x":{"y":[1,2]}}')]],
    [
      "(and(a.eq.1,b.eq.2))",
      [{ kind: "and", isNegated: false, children: [equals("a", "1"), equals("b", "2")] }],
    ],
    ["(not.or(a.eq.1))", [{ kind: "or", isNegated: true, children: [equals("a", "1")] }]],
  ])("parses %j", (text, children) => {
    expect(parseLogic("or", false, text)).toEqual({ kind: "or", isNegated: false, children });
  });

  it("parses nested JSON paths, lists and null tests", () => {
    expect(parseLogic("or", true, "(data->>a.in.(1,2),b.is.null)")).toMatchObject({
      isNegated: true,
      children: [
        { field: { name: "data" }, operation: { kind: "in", values: ["1", "2"] } },
        { field: { name: "b" }, operation: { kind: "is", value: "null" } },
      ],
    });
  });

  it.each([
    "",
    "()",
    "a.eq.1",
    "(a.eq.1",
    "(a.eq.1))",
    "(a)",
    "(a.eq.1,)",
    "(xor(a.eq.1))",
    "(a.in.1,2)",
    "(not.a.eq.1)x",
    "(a.is.nope)",
    "(and())",
  ])("rejects %j", (text) => {
    expect(() => parseLogic("or", false, text)).toThrow(GrammarError);
  });

  it("is limited to 10 levels", () => {
    const nested = (depth: number) => `${"(and".repeat(depth)}(a.eq.1)${")".repeat(depth)}`;
    expect(parseLogic("or", false, nested(9))).toMatchObject({ kind: "or" });
    expect(() => parseLogic("or", false, nested(10))).toThrow(
      expect.objectContaining({ code: "PGRST100" }),
    );
  });
});
