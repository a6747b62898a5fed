import { describe, expect, it } from "vitest";
import { parseOrder } from "./order-grammar.domain.ts";
import type { OrderTerm } from "./order-grammar.domain.ts";
import { parseQuery, splitArguments } from "./query-grammar.domain.ts";
import { GrammarError } from "./scanner.domain.ts";

const parse = (query: string) => parseQuery([...new URLSearchParams(query)]);

describe("order", () => {
  const by = (name: string, extra: Partial<OrderTerm> = {}): OrderTerm => ({
    field: { name, path: [] },
    relation: null,
    isDescending: false,
    nulls: null,
    ...extra,
  });

  it.each<[string, OrderTerm[]]>([
    ["a", [by("a")]],
    ["a.asc", [by("a")]],
    ["a.desc.nullslast", [by("a", { isDescending: true, nulls: "last" })]],
    ["a.nullsfirst", [by("a", { nulls: "first" })]],
    ["a, b.desc", [by("a"), by("b", { isDescending: true })]],
    ["rel(a).desc", [by("a", { relation: "rel", isDescending: true })]],
    ['"a.b".desc', [by("a.b", { isDescending: true })]],
  ])("parses %j", (text, terms) => {
    expect(parseOrder(text)).toEqual(terms);
  });

  it("follows JSON paths", () => {
    expect(parseOrder("data->a->>0.desc")).toMatchObject([
      { field: { name: "data", path: [{ isText: false }, { isText: true }] }, isDescending: true },
    ]);
  });

  it.each([
    "",
    ",",
    "a,",
    "a.ascc",
    "a.down",
    "a.nullslast.desc",
    "a.desc.nulls",
    "rel(a,b)",
    "rel(a",
    "a desc;",
  ])("rejects %j", (text) => {
    expect(() => parseOrder(text)).toThrow(GrammarError);
  });

  it("is limited to 20 terms", () => {
    expect(parseOrder(Array.from({ length: 20 }, () => "a").join(","))).toHaveLength(20);
    expect(() => parseOrder(Array.from({ length: 21 }, () => "a").join(","))).toThrow(
      expect.objectContaining({ code: "PGRST100" }),
    );
  });
});

describe("a query string", () => {
  it("selects everything when it is empty", () => {
    expect(parse("")).toEqual({
      select: [{ kind: "star" }],
      filters: [],
      orders: [],
      limits: [],
      offsets: [],
      columns: null,
      onConflict: null,
    });
  });

  it("assigns every parameter to its level", () => {
    expect(
      parse(
        "a=eq.1&rel.b=is.null&x.y.c=gt.2&or=(a.eq.1)&rel.not.and=(b.eq.1)&rel.order=b&rel.limit=2&offset=3",
      ),
    ).toMatchObject({
      filters: [
        { path: [], value: { field: { name: "a" } } },
        { path: ["rel"], value: { field: { name: "b" } } },
        { path: ["x", "y"], value: { field: { name: "c" } } },
        { path: [], value: { kind: "or", isNegated: false } },
        { path: ["rel"], value: { kind: "and", isNegated: true } },
      ],
      orders: [{ path: ["rel"] }],
      limits: [{ path: ["rel"], value: 2 }],
      offsets: [{ path: [], value: 3 }],
    });
  });

  it("accepts quoted names and JSON paths as keys", () => {
    expect(parse('"a.b"=eq.1&data->>"k.v"=eq.2').filters).toMatchObject([
      { path: [], value: { field: { name: "a.b", path: [] } } },
      { path: [], value: { field: { name: "data", path: [{ operand: { key: "k.v" } }] } } },
    ]);
  });

  it("parses columns and on_conflict, and uses the first of two selects", () => {
    expect(parse('columns="a","b c"&on_conflict=id, x&select=a&select=b')).toMatchObject({
      columns: ["a", "b c"],
      onConflict: ["id", "x"],
      select: [{ field: { name: "a" } }],
    });
  });

  it.each([
    ["a=1", '"failed to parse filter (1)" (line 1, column 1)'],
    ["unknown=true", '"failed to parse filter (true)" (line 1, column 1)'],
    ["a=eq", '"failed to parse filter (eq)" (line 1, column 3)'],
    ["a b(=eq.1", '"failed to parse tree path (a b()" (line 1, column 4)'],
    ["select=a(", '"failed to parse select parameter (a()" (line 1, column 3)'],
    ["order=a.b", '"failed to parse order (a.b)" (line 1, column 2)'],
    ["or=a", '"failed to parse logic tree (a)" (line 1, column 1)'],
    ["columns=a,", '"failed to parse columns parameter (a,)" (line 1, column 3)'],
    ["on_conflict=;", '"failed to parse on_conflict parameter (;)" (line 1, column 1)'],
    ["limit=ten", '"failed to parse limit (ten)" (line 1, column 1)'],
    ["offset=1e3", '"failed to parse offset (1e3)" (line 1, column 1)'],
    [
      "limit=99999999999999999999",
      '"failed to parse limit (99999999999999999999)" (line 1, column 1)',
    ],
  ])("rejects %j with PGRST100 and its position", (query, message) => {
    expect(() => parse(query)).toThrow(
      expect.objectContaining({ status: 400, code: "PGRST100", message }),
    );
  });

  it("rejects a negative limit with PGRST103", () => {
    expect(() => parse("limit=-1")).toThrow(
      expect.objectContaining({ status: 416, code: "PGRST103" }),
    );
  });

  it("splits arguments of a function from filters on its rows", () => {
    const parameters = [...new URLSearchParams("author=1&title=eq.x&a.b=1&select=id&q=in the end")];
    expect(splitArguments(parameters)).toEqual({
      args: [
        ["author", "1"],
        ["q", "in the end"],
      ],
      query: [
        ["title", "eq.x"],
        ["a.b", "1"],
        ["select", "id"],
      ],
    });
  });
});
