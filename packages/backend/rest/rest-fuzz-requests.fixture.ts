import * as fc from "fast-check";
import type { CallerName } from "./rest-world.fixture.ts";

/** Random requests: mostly valid, so that they reach PostgreSQL, and invalid in every way. */

export type FuzzedRequest = {
  readonly caller: CallerName;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

type Pair = readonly [key: string, value: string];

/** Values that fit a column, and the columns and embeds of every table. */
const fitting = {
  int: ["1", "2", "3", "0", "-7", "1999"],
  text: ["The Way", "*a*", "%o%", "^.", "drama", "a & b", "Ada", "faith", ""],
  bool: ["true", "false"],
  list: ["{1,2}", "{faith}", "{}"],
  range: ["[2020-01-01,2020-03-01)", "empty"],
  time: ["2024-01-01", "now"],
  json: ['{"age":40}', "[1]", "null", "40"],
  mood: ["glad", "sad"],
  uuid: ["aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"],
} as const;
type Fit = keyof typeof fitting;
type TableShape = {
  readonly columns: Readonly<Record<string, Fit>>;
  readonly embeds: readonly string[];
};

const shapes: Readonly<Record<string, TableShape>> = {
  films: {
    columns: {
      id: "int",
      title: "text",
      author_id: "int",
      year: "int",
      rating: "int",
      is_public: "bool",
      tags: "list",
      shown: "range",
      words: "text",
      seen_at: "time",
    },
    embeds: ["authors!author_id", "editor_id", "notes", "genres", "film_details"],
  },
  authors: {
    columns: {
      id: "int",
      name: "text",
      data: "json",
      plain: "json",
      feeling: "mood",
      nick: "text",
    },
    embeds: ["films!author_id", "authors", "mentor_id"],
  },
  notes: {
    columns: { id: "int", owner_id: "uuid", film_id: "int", text: "text", stars: "int" },
    embeds: ["films"],
  },
  genres: { columns: { id: "int", label: "text" }, embeds: ["films"] },
  film_genres: { columns: { film_id: "int", genre_id: "int" }, embeds: ["films", "genres"] },
  plain_rows: { columns: { n: "int", label: "text" }, embeds: ["films"] },
  titles: { columns: { id: "int", title: "text" }, embeds: ["notes"] },
  secrets: { columns: { id: "int", word: "text" }, embeds: ["notes"] },
};

const junk = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom(
    ..."' \" \\ ; -- $1 () ( ) , . * -> :: ! null { } not. % _ public.secrets 1=1 😀".split(" "),
    "",
    "\u0000",
    "x".repeat(300),
    "99999999999999999999",
    "1e400",
    "NaN",
    "regclass",
  ),
);

/** Returns the usual value, and once in 25 times the other one. */
function mostly<T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: seldom });
}

function joined(separator: string, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => texts.join(separator));
}

const comparisons: Readonly<Record<Fit, readonly string[]>> = {
  int: ["eq", "neq", "gt", "gte", "lt", "lte", "isdistinct", "in", "is"],
  text: [
    "eq",
    "neq",
    "gt",
    "like",
    "ilike",
    "match",
    "imatch",
    "fts",
    "plfts(simple)",
    "wfts",
    "in",
    "is",
  ],
  bool: ["eq", "is", "neq"],
  list: ["cs", "cd", "ov", "eq"],
  range: ["cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "eq"],
  time: ["gt", "lt", "eq", "is"],
  json: ["is", "cs", "eq", "gt"],
  mood: ["eq", "in", "is", "gt"],
  uuid: ["eq", "neq", "in"],
};
const anyOperator = fc.constantFrom(
  ...new Set(Object.values(comparisons).flat()),
  "eq(any)",
  "like(all)",
  "phfts",
  "noop",
  "in.(",
  "is.x",
);

/** Returns `[not.]operator.value` for a column of a kind. */
function expressionFor(fit: Fit): fc.Arbitrary<string> {
  const value = mostly(fc.constantFrom<string>(...fitting[fit]), junk);
  return mostly(fc.constantFrom(...comparisons[fit]), anyOperator).chain((operator) => {
    if (operator === "in") {
      return fc.array(value, { maxLength: 3 }).map((values) => `in.(${values.join(",")})`);
    }
    if (operator === "is") return fc.constantFrom("is.null", "not.is.null", "is.not_null");
    return joined("", fc.constantFrom("", "", "not."), fc.constant(`${operator}.`), value);
  });
}

const jsonPath = fc.constantFrom("->age", "->>age", "->city->>name", "->langs->0", '->>"x y"');

function columnOf(shape: TableShape): fc.Arbitrary<readonly [name: string, fit: Fit]> {
  const known = fc.constantFrom(...Object.entries(shape.columns));
  return known.chain(([name, fit]) => {
    const usual = fit === "json" ? jsonPath.map((path) => `${name}${path}`) : fc.constant(name);
    return mostly(usual, junk).map((text) => [text, fit] as const);
  });
}

function filterOf(shape: TableShape): fc.Arbitrary<Pair> {
  return columnOf(shape).chain(([name, fit]) =>
    expressionFor(fit).map((expression): Pair => [name, expression]),
  );
}

function treeOf(shape: TableShape): fc.Arbitrary<Pair> {
  const { branch } = fc.letrec<{ leaf: string; branch: string }>((tie) => ({
    leaf: fc.oneof(
      {
        weight: 3,
        arbitrary: filterOf(shape).map(([name, expression]) => `${name}.${expression}`),
      },
      { weight: 1, arbitrary: joined("", fc.constantFrom("and", "or", "not.and"), tie("branch")) },
    ),
    branch: fc
      .array(tie("leaf"), { minLength: 1, maxLength: 3 })
      .map((leaves) => `(${leaves.join(",")})`),
  }));
  return fc.tuple(fc.constantFrom("or", "and", "not.or"), branch);
}

function itemsOf(shape: TableShape, depth: number): fc.Arbitrary<string> {
  const name = columnOf(shape).map(([text]) => text);
  const cast = joined("::", name, mostly(fc.constantFrom("text", "text", "jsonb"), junk));
  const renamed = joined(":", mostly(fc.constantFrom("a", "b"), junk), name);
  const embed = fc
    .constantFrom(...shape.embeds)
    .chain((target) =>
      joined(
        "",
        fc.constantFrom("", "", "...", "a:"),
        mostly(fc.constant(target), junk),
        fc.constantFrom("", "", "!inner"),
        fc.constant("("),
        depth === 0 ? fc.constant("") : itemsOf(shapeBehind(target), depth - 1),
        fc.constant(")"),
      ),
    );
  const item = fc.oneof(fc.constantFrom("*", "id"), name, name, cast, renamed, embed);
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(","));
}

/** Guesses the table of an embed; a wrong guess is an invalid request. */
function shapeBehind(embed: string): TableShape {
  const table = embed.endsWith("_id") && !embed.includes("!") ? "authors" : embed.split("!")[0];
  return shapes[table ?? ""] ?? { columns: { synopsis: "text" }, embeds: ["films"] };
}

function orderOf(shape: TableShape): fc.Arbitrary<string> {
  const direction = mostly(fc.constantFrom("", ".desc", ".asc.nullsfirst", ".nullslast"), junk);
  return joined(
    "",
    columnOf(shape).map(([name]) => name),
    direction,
  );
}

const count = mostly(fc.integer({ min: 0, max: 20 }).map(String), junk);

function onEmbed(shape: TableShape): fc.Arbitrary<readonly Pair[]> {
  return fc.constantFrom(...shape.embeds).chain((target) => {
    const name = target.split("!")[0] ?? target;
    const behind = shapeBehind(target);
    const parameter = fc.oneof(
      filterOf(behind).map(([column, expression]): Pair => [`${name}.${column}`, expression]),
      orderOf(behind).map((order): Pair => [`${name}.order`, order]),
      count.map((limit): Pair => [`${name}.limit`, limit]),
      fc.constantFrom("is.null", "not.is.null", "eq.1").map((test): Pair => [name, test]),
    );
    const select = itemsOf(behind, 0).map((items): Pair => ["select", `*,${target}(${items})`]);
    return fc.tuple(select, parameter);
  });
}

function queryOf(shape: TableShape): fc.Arbitrary<string> {
  const one = (pair: fc.Arbitrary<Pair>): fc.Arbitrary<readonly Pair[]> =>
    pair.map((found) => [found]);
  const parameters = fc.oneof(
    { weight: 5, arbitrary: one(filterOf(shape)) },
    { weight: 2, arbitrary: one(treeOf(shape)) },
    { weight: 3, arbitrary: one(fc.tuple(fc.constant("select"), itemsOf(shape, 2))) },
    { weight: 3, arbitrary: onEmbed(shape) },
    { weight: 2, arbitrary: one(fc.tuple(fc.constant("order"), orderOf(shape))) },
    { weight: 1, arbitrary: one(fc.tuple(fc.constantFrom("limit", "offset"), count)) },
    { weight: 1, arbitrary: one(fc.tuple(junk, junk)) },
  );
  return fc.array(parameters, { maxLength: 3 }).map((groups) =>
    groups
      .flat()
      .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
      .join("&"),
  );
}

const headers = fc.record(
  {
    prefer: mostly(
      fc.constantFrom(
        "count=exact",
        "count=planned",
        "count=estimated",
        "return=representation",
        "return=headers-only",
        "return=representation,missing=default",
        "resolution=merge-duplicates,return=representation",
        "resolution=ignore-duplicates",
        "timezone=Europe/Paris",
      ),
      fc.constantFrom("handling=strict,max-affected=1", "handling=strict,nonsense"),
    ),
    accept: mostly(
      fc.constantFrom(
        "application/json",
        "text/csv",
        "application/vnd.pgrst.array+json;nulls=stripped",
      ),
      fc.constantFrom("application/vnd.pgrst.object+json", "image/png"),
    ),
    range: mostly(fc.constantFrom("0-1", "0-"), fc.constantFrom("2-3", "5-1", "junk")),
  },
  { requiredKeys: [] },
);
const caller = fc.constantFrom<CallerName>("anna", "anna", "anna", "anon");
const table = fc.constantFrom(...Object.entries(shapes));
const call = fc.constantFrom(
  "add?a=1&",
  "films_of?author=1&",
  "stats?",
  "labels?",
  "greet?name=x&",
  "whoami?",
  "pair?",
  "twin?n=1&",
);

/** GET and HEAD of tables and functions. */
export const readRequest: fc.Arbitrary<FuzzedRequest> = table.chain(([name, shape]) =>
  fc
    .record({
      caller,
      method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
      target: fc.oneof(
        { weight: 12, arbitrary: mostly(fc.constant(`${name}?`), junk.map(encodeURIComponent)) },
        { weight: 1, arbitrary: call.map((routine) => `rpc/${routine}`) },
      ),
      query: queryOf(shape),
      headers,
    })
    .map(({ target, query, ...rest }) => ({ ...rest, path: `/${target}${query}`, body: null })),
);

function rowOf(shape: TableShape): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(shape.columns);
  return fc
    .dictionary(
      mostly(fc.constantFrom(...names), junk),
      fc.oneof(
        fc.nat(3_000),
        fc.nat(3_000),
        fc.constantFrom("a text", null, true),
        junk,
        fc.jsonValue({ maxDepth: 2 }),
      ),
      { maxKeys: 3 },
    )
    .map((row) => ("text" in shape.columns ? { text: "fuzzed", ...row } : row));
}

/** POST, PATCH, PUT and DELETE, mostly of tables that Anna may change. */
export const writeRequest: fc.Arbitrary<FuzzedRequest> = fc
  .constantFrom("notes", "notes", "plain_rows", "genres", "films", "secrets")
  .chain((name) => {
    const shape = shapes[name] ?? { columns: {}, embeds: ["nope"] };
    return fc
      .record({
        caller,
        method: fc.constantFrom("POST", "POST", "PATCH", "PATCH", "DELETE", "PUT"),
        query: fc.oneof(
          fc.constant(""),
          filterOf(shape).map(
            ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
          ),
          queryOf(shape),
        ),
        headers,
        rows: fc.oneof(
          rowOf(shape),
          rowOf(shape),
          fc.array(rowOf(shape), { maxLength: 3 }),
          fc.jsonValue(),
        ),
      })
      .map(({ query, rows, ...rest }) => ({
        ...rest,
        path: `/${name}?${query}`,
        body: rest.method === "DELETE" ? null : JSON.stringify(rows),
      }));
  });
