import { describe, expect, it } from "vitest";
import { RestError } from "#backend/rest/protocol/errors.ts";
import { GrammarError } from "./scanner.domain.ts";
import { parseSelect } from "./select-grammar.domain.ts";
import type { SelectEmbed, SelectItem } from "./select-grammar.domain.ts";

function field(name: string, extra: { alias?: string; cast?: string } = {}): SelectItem {
  const { alias = null, cast = null } = extra;
  return { kind: "field", field: { name, path: [] }, alias, cast, aggregate: null };
}

function embed(target: string, extra: Partial<SelectEmbed> = {}): SelectItem {
  return {
    kind: "embed",
    target,
    alias: null,
    hint: null,
    join: "left",
    isSpread: false,
    items: [],
    ...extra,
  };
}

const star: SelectItem = { kind: "star" };

describe("select", () => {
  it.each<[string, SelectItem[]]>([
    ["", []],
    ["*", [star]],
    ["id", [field("id")]],
    ["id, name", [field("id"), field("name")]],
    ["*,id", [star, field("id")]],
    ["full name", [field("full name")]],
    ["with-dash,_a,$b,123", [field("with-dash"), field("_a"), field("$b"), field("123")]],
    ["élan,имя", [field("élan"), field("имя")]],
    ['"a,b.c"', [field("a,b.c")]],
    [String.raw`"say \"hi\" \\"`, [field(String.raw`say "hi" \ `.trim())]],
    ["alias:name", [field("name", { alias: "alias" })]],
    ['"my key":name', [field("name", { alias: "my key" })]],
    ["name::text", [field("name", { cast: "text" })]],
    ["a:name::double precision", [field("name", { alias: "a", cast: "double precision" })]],
  ])("parses the columns of %j", (text, expected) => {
    expect(parseSelect(text)).toEqual(expected);
  });

  it.each([
    ["data->a", [{ isText: false, operand: { kind: "key", key: "a" } }]],
    ["data->>a", [{ isText: true, operand: { kind: "key", key: "a" } }]],
    ["data->0", [{ isText: false, operand: { kind: "index", index: "0" } }]],
    ["data->>-2", [{ isText: true, operand: { kind: "index", index: "-2" } }]],
    ["data->2nd", [{ isText: false, operand: { kind: "key", key: "2nd" } }]],
    [
      'data->"a.b"->>1::int',
      [
        { isText: false, operand: { kind: "key", key: "a.b" } },
        { isText: true, operand: { kind: "index", index: "1" } },
      ],
    ],
  ])("parses the JSON path of %j", (text, path) => {
    expect(parseSelect(text)).toMatchObject([{ field: { name: "data", path } }]);
  });

  it.each<[string, SelectItem[]]>([
    ["films()", [embed("films")]],
    ["films(*)", [embed("films", { items: [star] })]],
    ["a:films(id)", [embed("films", { alias: "a", items: [field("id")] })]],
    ["films!inner(*)", [embed("films", { join: "inner", items: [star] })]],
    ["films!left(*)", [embed("films", { items: [star] })]],
    ["films!fk(*)", [embed("films", { hint: "fk", items: [star] })]],
    ["films!fk!inner(*)", [embed("films", { hint: "fk", join: "inner", items: [star] })]],
    ["films!inner!fk(*)", [embed("films", { hint: "fk", join: "inner", items: [star] })]],
    ["...films(id)", [embed("films", { isSpread: true, items: [field("id")] })]],
    [
      "a(b(c(id)))",
      [embed("a", { items: [embed("b", { items: [embed("c", { items: [field("id")] })] })] })],
    ],
    ["id,a(b()),c", [field("id"), embed("a", { items: [embed("b")] }), field("c")]],
  ])("parses the embeds of %j", (text, expected) => {
    expect(parseSelect(text)).toEqual(expected);
  });

  it.each([
    ",",
    "id,",
    ",id",
    "a:",
    ":a",
    "a::",
    "a b)",
    "a(",
    "a(b",
    "a)",
    "a!(b)",
    "a!b",
    "id;drop",
    "id--",
    "id/*x*/",
    'a"b',
    '"open',
    "...a",
    "....a(b)",
    "x:...a(b)",
    "data->",
    "data->>--1",
    "data->-x",
    "a->b(c)",
    "a=b",
    "'a'",
    "(a)",
    "a[0]",
    "a::text[]",
    "a::int)",
    "*!x",
  ])("rejects %j with the position of the error", (text) => {
    expect(() => parseSelect(text)).toThrow(GrammarError);
  });

  it.each<[string, Partial<SelectItem>]>([
    ["count()", { field: null, aggregate: { name: "count", cast: null } }],
    ["n:count()::text", { field: null, alias: "n", aggregate: { name: "count", cast: "text" } }],
    ["year.sum()", { alias: null, aggregate: { name: "sum", cast: null } }],
    [
      "a:year::int.avg()::int",
      { alias: "a", cast: "int", aggregate: { name: "avg", cast: "int" } },
    ],
    ["data->a.max()", { aggregate: { name: "max", cast: null } }],
  ])("parses the aggregate %j", (text, expected) => {
    expect(parseSelect(text)).toMatchObject([{ kind: "field", ...expected }]);
  });

  it.each(["year.median()", "year.sum(1)", "year.sum().avg()"])(
    "rejects %j, which is not an aggregate",
    (text) => {
      expect(() => parseSelect(text)).toThrow(GrammarError);
    },
  );

  it("rejects a twenty-first level of embeds and a JSON path of more than 20 steps (R-33)", () => {
    for (const text of [`${"a(".repeat(21)}id${")".repeat(21)}`, `data${"->a".repeat(21)}`]) {
      expect(() => parseSelect(text)).toThrow(RestError);
    }
    expect(parseSelect(`${"a(".repeat(20)}id${")".repeat(20)}`)).toHaveLength(1);
    expect(parseSelect(`data${"->a".repeat(20)}`)).toHaveLength(1);
  });
});
