import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());

type FilmQuery = ReturnType<ReturnType<SupabaseClient["from"]>["select"]>;

/** Returns the ids of the rows that match a filter. */
async function rowsOf(table: string, filter: (query: FilmQuery) => FilmQuery): Promise<unknown> {
  const { data, error } = await filter(world.anon.from(table).select("id")).order("id");
  if (error !== null) throw new Error(`${error.code}: ${error.message}`);
  return data;
}

describe("a filter on films", () => {
  it.each<[string, (query: FilmQuery) => FilmQuery, number[]]>([
    ["eq", (q) => q.eq("title", "Lost"), [4]],
    ["eq of nothing", (q) => q.eq("title", "lost"), []],
    ["neq leaves out null", (q) => q.neq("year", 1999), [2, 4]],
    ["gt", (q) => q.gt("rating", 7.5), [2]],
    ["gte", (q) => q.gte("rating", 7.5), [1, 2]],
    ["lt", (q) => q.lt("year", 2005), [1]],
    ["lte", (q) => q.lte("year", 2005), [1, 2]],
    ["gt on timestamps", (q) => q.gt("seen_at", "2023-12-31T23:59:59+00:00"), [1]],
    ["like with *", (q) => q.like("title", "*Song"), [2]],
    ["like with %", (q) => q.like("title", "%a%"), [1, 3]],
    ["ilike", (q) => q.ilike("title", "*WAT*"), [3]],
    ["like(all)", (q) => q.likeAllOf("title", ["%e%", "% %", "The%"]), [1]],
    ["like(any)", (q) => q.likeAnyOf("title", ["Lost", "The*"]), [1, 4]],
    ["ilike(all)", (q) => q.ilikeAllOf("title", ["the%", "%WAY"]), [1]],
    ["ilike(any)", (q) => q.ilikeAnyOf("title", ["lost", "a new*"]), [2, 4]],
    ["match", (q) => q.regexMatch("title", "^[A-L]"), [2, 4]],
    ["imatch", (q) => q.regexIMatch("title", "^the "), [1]],
    ["is null", (q) => q.is("is_public", null), [4]],
    ["is true", (q) => q.is("is_public", true), [1, 2]],
    ["is false", (q) => q.is("is_public", false), [3]],
    ["is unknown", (q) => q.filter("is_public", "is", "unknown"), [4]],
    ["is not_null", (q) => q.filter("year", "is", "not_null"), [1, 2, 4]],
    ["isdistinct counts null", (q) => q.isDistinct("year", 1999), [2, 3, 4]],
    ["in", (q) => q.in("id", [1, 3, 99]), [1, 3]],
    ["in with reserved characters", (q) => q.in("title", ["a,b", "Lost", "(x)"]), [4]],
    ["in of nothing", (q) => q.in("id", []), []],
    ["not.in", (q) => q.notIn("id", [1, 3]), [2, 4]],
    ["cs on arrays", (q) => q.contains("tags", ["faith"]), [1, 2]],
    ["cs on ranges", (q) => q.contains("shown", "[2020-01-05,2020-01-06)"), [1]],
    ["cd on arrays", (q) => q.containedBy("tags", ["faith", "rest"]), [2, 3]],
    ["cd on ranges", (q) => q.containedBy("shown", "[2020-01-01,2020-03-01)"), [1]],
    ["ov on arrays", (q) => q.overlaps("tags", ["hope", "rest"]), [1, 4]],
    ["ov on ranges", (q) => q.overlaps("shown", "[2020-01-31,2020-03-02)"), [1, 2]],
    ["sl", (q) => q.rangeLt("shown", "[2020-02-15,2020-02-20)"), [1]],
    ["sr", (q) => q.rangeGt("shown", "[2020-02-15,2020-02-20)"), [2]],
    ["nxl", (q) => q.rangeGte("shown", "[2020-03-01,2020-03-02)"), [2]],
    ["nxr", (q) => q.rangeLte("shown", "[2020-01-01,2020-02-01)"), [1]],
    ["adj", (q) => q.rangeAdjacent("shown", "[2020-02-01,2020-02-05)"), [1]],
    ["eq on arrays", (q) => q.eq("tags", '{rest,"a b"}'), [4]],
    ["in on arrays", (q) => q.filter("tags", "in", '("{faith}",{})'), [2, 3]],
    ["eq(any)", (q) => q.filter("id", "eq(any)", "{1,4}"), [1, 4]],
    ["gt(all)", (q) => q.filter("id", "gt(all)", "{1,2}"), [3, 4]],
    ["fts on tsvector", (q) => q.textSearch("words", "new & song", { config: "simple" }), [2]],
    ["fts on text", (q) => q.textSearch("title", "'waters' | lost", { config: "simple" }), [3, 4]],
    ["plfts", (q) => q.textSearch("title", "the way", { config: "simple", type: "plain" }), [1]],
    ["phfts", (q) => q.textSearch("title", "way the", { config: "simple", type: "phrase" }), []],
    [
      "wfts without a config",
      (q) => q.textSearch("title", '"still waters" or lost', { type: "websearch" }),
      [3, 4],
    ],
    ["match of several", (q) => q.match({ year: 2005, is_public: true }), [2]],
    ["not", (q) => q.not("title", "eq", "Lost"), [1, 2, 3]],
    ["not is", (q) => q.not("year", "is", null), [1, 2, 4]],
    ["not in", (q) => q.not("id", "in", "(1,2)"), [3, 4]],
    ["or", (q) => q.or("id.eq.1,title.eq.Lost"), [1, 4]],
    ["or twice means both", (q) => q.or("id.eq.1,id.eq.2").or("year.eq.1999,year.eq.2010"), [1]],
    ["trees", (q) => q.or("and(id.gt.1,id.lt.3),not.or(id.lt.4,id.gt.9)"), [2, 4]],
    [
      "or with quotes, lists and arrays",
      (q) => q.or('title.in.("Lost","x,y"),tags.cs.{hope,faith}'),
      [1, 4],
    ],
    ["two filters on one column", (q) => q.gt("id", 1).lt("id", 4), [2, 3]],
  ])("%s", async (_, filter, expected) => {
    expect(await rowsOf("films", filter)).toEqual(expected.map((id) => ({ id })));
  });

  it("accepts not.and as a parameter", async () => {
    const reply = await world.raw("anon", "/films?select=id&not.and=(id.gt.1,id.lt.4)&order=id");
    expect(reply.json).toEqual([{ id: 1 }, { id: 4 }]);
  });
});

describe("a filter on other types", () => {
  it.each<[string, (query: FilmQuery) => FilmQuery, number[]]>([
    ["a JSON path as text", (q) => q.eq("data->>age", "40"), [1]],
    ["a JSON path as JSON", (q) => q.gt("data->age", 30), [1]],
    ["a deep JSON path", (q) => q.eq("data->city->>name", "Paris"), [1]],
    ["an index in JSON", (q) => q.eq("data->langs->>0", "fr"), [1]],
    ["a negative index", (q) => q.eq("data->langs->>-1", "en"), [1]],
    ["a path in plain json", (q) => q.eq("plain->>a", "1"), [1]],
    ["a path that ends in null", (q) => q.is("data->city->>name", null), [2, 3]],
    ["cs on jsonb", (q) => q.contains("data", { age: 30 }), [2]],
    ["cs on part of jsonb", (q) => q.contains("data->langs", '["fr"]'), [1]],
    ["an enum", (q) => q.eq("feeling", "sad"), [2]],
    [
      "a domain, whose checks do not apply to filters",
      (q) => q.neq("nick", "longer than ten"),
      [1],
    ],
    ["quotes, commas and parentheses", (q) => q.eq("name", 'Cy, "the (one)"'), [3]],
    ["or with them quoted", (q) => q.or(String.raw`name.eq."Cy, \"the (one)\"",id.eq.2`), [2, 3]],
  ])("%s", async (_, filter, expected) => {
    expect(await rowsOf("authors", filter)).toEqual(expected.map((id) => ({ id })));
  });

  it("accepts columns and tables of any name", async () => {
    const { data } = await world.anon
      .from('odd "name"')
      .select(String.raw`"weird, col","se\"lect"`)
      .eq('"weird, col"', 1);
    expect(data).toEqual([{ "weird, col": 1, 'se"lect': "x" }]);
  });

  it("accepts a path into a column that is not JSON", async () => {
    const reply = await world.raw("anon", "/films?select=id,tags->>0&id=eq.1");
    expect(reply.json).toEqual([{ id: 1, tags: "hope" }]);
  });
});

describe("a filter that PostgreSQL rejects", () => {
  it.each([
    ["id=eq.one", 400, "22P02"],
    ["id=eq.99999999999", 400, "22003"],
    ["seen_at=gt.yesterday-ish", 400, "22007"],
    ["id=like.1*", 404, "42883"],
    ["title=match.(", 400, "2201B"],
    ["title=fts.a b", 400, "42601"],
    ["title=fts(klingon).a", 400, "42704"],
    ["title=is.true", 400, "42804"],
    ["tags=cs.{a", 400, "22P02"],
    ["tags=eq(any).{a,b}", 404, "42883"],
    ["id=eq(any).1", 400, "22P02"],
    ["data->99999999999=eq.1", 400, "42703"],
    ["title=eq.%00", 400, "22021"],
  ])("%s gets %i %s", async (query, status, code) => {
    const reply = await world.raw("anon", `/films?${query}`);
    expect([reply.status, reply.json]).toMatchObject([status, { code }]);
  });
});
