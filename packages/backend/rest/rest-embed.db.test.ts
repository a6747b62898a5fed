import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());

async function get(path: string, prefer = ""): Promise<unknown> {
  const reply = await world.raw("anna", path, { headers: { prefer } });
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.json;
}

describe("an embedded resource", () => {
  it("is an object or null on the key's side, an array on the other", async () => {
    const { data } = await world.anna
      .from("films")
      .select("id, writer:authors!author_id(name), notes(text)")
      .order("id");
    expect(data).toEqual([
      { id: 1, writer: { name: "Ada" }, notes: [{ text: "anna one" }] },
      { id: 2, writer: { name: "Ada" }, notes: [{ text: "anna two" }] },
      { id: 3, writer: { name: "Bo" }, notes: [] },
      { id: 4, writer: null, notes: [] },
    ]);
  });

  it("is an object when the key is unique on both sides", async () => {
    expect(await get("/films?select=id,film_details(synopsis)&id=in.(1,3)&order=id")).toEqual([
      { id: 1, film_details: { synopsis: "A long road" } },
      { id: 3, film_details: null },
    ]);
    expect(await get("/film_details?select=films(title)&film_id=eq.2")).toEqual([
      { films: { title: "A New Song" } },
    ]);
  });

  it("crosses a join table whose key contains both ends", async () => {
    expect(await get("/films?select=id,genres(label)&order=id&genres.order=label")).toEqual([
      { id: 1, genres: [{ label: "drama" }, { label: "praise" }] },
      { id: 2, genres: [{ label: "praise" }] },
      { id: 3, genres: [{ label: "teaching" }] },
      { id: 4, genres: [] },
    ]);
    expect(await get("/genres?select=label,films!film_genres(title)&id=eq.1")).toEqual([
      { label: "drama", films: [{ title: "The Way" }] },
    ]);
  });

  it.each([
    ["authors!films_author_id_fkey(name)", "Ada"],
    ["authors!author_id(name)", "Ada"],
    ["films_editor_fkey(name)", "Bo"],
    ["editor_id(name)", "Bo"],
    ["authors!editor_id(name)", "Bo"],
  ])("is found by the hint in %s", async (select, name) => {
    const key = select.split(/[!(]/)[0] ?? "";
    expect(await get(`/films?select=${select}&id=eq.1`)).toEqual([{ [key]: { name } }]);
  });

  it("resolves a self-reference: the table's name means children, its column the parent", async () => {
    expect(
      await get("/authors?select=name,pupils:authors(name),mentor_id(name)&id=in.(1,2)&order=id"),
    ).toEqual([
      { name: "Ada", pupils: [{ name: "Bo" }, { name: 'Cy, "the (one)"' }], mentor_id: null },
      { name: "Bo", pupils: [], mentor_id: { name: "Ada" } },
    ]);
    expect(await get("/authors?select=authors!mentor_id(id)&id=eq.1")).toEqual([
      { authors: [{ id: 2 }, { id: 3 }] },
    ]);
  });

  it("may be nested three levels deep", async () => {
    expect(
      await get(
        "/genres?select=label,films(title,authors!author_id(name,mentor_id(name)))&id=eq.3",
      ),
    ).toEqual([
      {
        label: "teaching",
        films: [{ title: "Still Waters", authors: { name: "Bo", mentor_id: { name: "Ada" } } }],
      },
    ]);
  });

  it("is counted instead of listed as rel(count)", async () => {
    const { data } = await world.anna
      .from("authors")
      .select("name, films!author_id(count), notes:films!editor_id(n:count)")
      .eq("films.is_public", true)
      .lt("id", 3)
      .order("id");
    expect(data).toEqual([
      { name: "Ada", films: [{ count: 2 }], notes: [{ n: 1 }] },
      { name: "Bo", films: [{ count: 0 }], notes: [{ n: 1 }] },
    ]);
    expect(await get("/notes?select=count")).toEqual([{ count: 2 }]);
    const mixed = await world.raw("anna", "/notes?select=id,count");
    expect([mixed.status, mixed.json]).toMatchObject([400, { code: "42803" }]);
  });

  it("contains only rows that the caller may see", async () => {
    const select = "id, notes(text)";
    const asBen = await world.ben.from("films").select(select).eq("id", 1).single();
    expect(asBen.data).toEqual({ id: 1, notes: [{ text: "ben one" }] });
    const asAnon = await world.anon.from("films").select(select).eq("id", 1);
    expect([asAnon.status, asAnon.error]).toMatchObject([401, { code: "42501" }]);
  });
});

describe("filters on an embedded resource", () => {
  it("restrict the embed and keep the rows above", async () => {
    const { data } = await world.anna
      .from("films")
      .select("id, notes(text)")
      .gt("notes.stars", 4)
      .in("id", [1, 2])
      .order("id");
    expect(data).toEqual([
      { id: 1, notes: [{ text: "anna one" }] },
      { id: 2, notes: [] },
    ]);
  });

  it("restrict the rows above and their count with !inner", async () => {
    const { data, count } = await world.anna
      .from("films")
      .select("id, notes!inner(text)", { count: "exact" })
      .gt("notes.stars", 4);
    expect([data, count]).toEqual([[{ id: 1, notes: [{ text: "anna one" }] }], 1]);
    const toOne = await world.anon
      .from("films")
      .select("id, authors!author_id!inner(name)", { count: "exact" })
      .eq("authors.name", "Bo");
    expect([toOne.data, toOne.count]).toEqual([[{ id: 3, authors: { name: "Bo" } }], 1]);
    const manyToMany = await world.anon
      .from("films")
      .select("id, genres!inner()", { count: "exact" })
      .eq("genres.label", "praise")
      .order("id");
    expect([manyToMany.data, manyToMany.count]).toEqual([[{ id: 1 }, { id: 2 }], 2]);
  });

  it("restrict through nested !inner", async () => {
    expect(
      await get(
        "/genres?select=label,films!inner(authors!author_id!inner(name))&films.authors.name=eq.Bo",
      ),
    ).toEqual([{ label: "teaching", films: [{ authors: { name: "Bo" } }] }]);
  });

  it("may be logic trees, orders and windows", async () => {
    const { data } = await world.anon
      .from("authors")
      .select("id, films!author_id(title)")
      .or("id.eq.1,title.eq.Lost", { referencedTable: "films" })
      .eq("id", 1)
      .single();
    expect(data).toEqual({ id: 1, films: [{ title: "The Way" }] });
    const ordered = await world.anon
      .from("authors")
      .select("id, films!author_id(title)")
      .order("title", { referencedTable: "films" })
      .limit(1, { referencedTable: "films" })
      .eq("id", 1)
      .single();
    expect(ordered.data).toEqual({ id: 1, films: [{ title: "A New Song" }] });
    const ranged = await world.anon
      .from("authors")
      .select("id, films!author_id(title)")
      .order("id", { referencedTable: "films" })
      .range(1, 5, { referencedTable: "films" })
      .eq("id", 1)
      .single();
    expect(ranged.data).toEqual({ id: 1, films: [{ title: "A New Song" }] });
  });

  it("resolve by alias and by name", async () => {
    const path = "/films?select=id,writer:authors!author_id(name)&id=eq.1";
    expect(await get(`${path}&writer.name=eq.Bo`)).toEqual([{ id: 1, writer: null }]);
    expect(await get(`${path}&authors.name=eq.Bo`)).toEqual([{ id: 1, writer: null }]);
  });

  it("check whether an embedded row exists", async () => {
    const without = await world.anna
      .from("films")
      .select("id, notes()", { count: "exact" })
      .is("notes", null)
      .order("id");
    expect([without.data, without.count]).toEqual([[{ id: 3 }, { id: 4 }], 2]);
    const either = await world.anna
      .from("films")
      .select("id, notes(), film_details()", { count: "exact" })
      .or("notes.not.is.null,film_details.is.null")
      .order("id");
    expect([either.data, either.count]).toEqual([[{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], 4]);
    expect(await get("/films?select=id,authors!author_id()&authors=not.is.null&order=id")).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
  });

  it("mean the column when the embed has the same name", async () => {
    expect(await get("/films?select=id,author_id(name)&author_id=eq.2")).toEqual([
      { id: 3, author_id: { name: "Bo" } },
    ]);
  });

  it("order the rows above by a to-one resource", async () => {
    const { data } = await world.anon
      .from("films")
      .select("id, authors!author_id(name)")
      .order("authors(name)", { ascending: false, nullsFirst: false })
      .order("id");
    expect(data?.map((row) => row["id"])).toEqual([3, 1, 2, 4]);
  });
});

describe("a spread resource", () => {
  it("adds its columns to the row above", async () => {
    expect(
      await get(
        "/films?select=id,...authors!author_id(writer:name,data->>age)&id=in.(1,4)&order=id",
      ),
    ).toEqual([
      { id: 1, writer: "Ada", age: "40" },
      { id: 4, writer: null, age: null },
    ]);
  });

  it("adds arrays for to-many", async () => {
    expect(
      await get("/films?select=id,...genres(genre:label,id)&genres.order=id&order=id&id=in.(1,4)"),
    ).toEqual([
      { id: [1, 2], genre: ["drama", "praise"] },
      { id: [], genre: [] },
    ]);
  });

  it("spreads its nested embeds", async () => {
    expect(
      await get("/films?select=title,...authors!author_id(name,...mentor_id(mentor:name))&id=eq.3"),
    ).toEqual([{ title: "Still Waters", name: "Bo", mentor: "Ada" }]);
    expect(await get("/notes?select=id,...films(title,genres(label))&id=eq.2")).toEqual([
      { id: 2, title: "A New Song", genres: [{ label: "praise" }] },
    ]);
  });
});

describe("an invalid embed", () => {
  it("gets PGRST200 without a relationship", async () => {
    const { status, error } = await world.anon.from("films").select("id, plain_rows(*)");
    expect([status, error]).toMatchObject([
      400,
      {
        code: "PGRST200",
        message:
          "Could not find a relationship between 'films' and 'plain_rows' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'films' and 'plain_rows' in the schema 'public', but no matches were found.",
      },
    ]);
    const hinted = await world.anon.from("films").select("id, authors!nope(*)");
    expect(hinted.error?.details).toContain("using the hint 'nope'");
  });

  it("gets PGRST201 with the choices when there are several", async () => {
    const { status, error } = await world.anon.from("films").select("id, authors(*)");
    expect([status, error]).toMatchObject([
      300,
      {
        code: "PGRST201",
        details: [
          {
            cardinality: "many-to-one",
            embedding: "films with authors",
            relationship: "films_author_id_fkey using films(author_id) and authors(id)",
          },
          { relationship: "films_editor_fkey using films(editor_id) and authors(id)" },
        ],
        hint: "Try changing 'authors' to one of the following: 'authors!films_author_id_fkey', 'authors!films_editor_fkey'. Find the desired relationship in the 'details' key.",
      },
    ]);
  });

  it.each([
    ["/films?select=id&notes.id=eq.1", "PGRST108"],
    ["/films?select=id&notes.order=id", "PGRST108"],
    ["/films?select=id&notes.limit=1", "PGRST108"],
    ["/films?select=id&order=authors(name)", "PGRST108"],
    ["/films?select=id,genres(id)&order=genres(label)", "PGRST118"],
    ["/films?select=id,genres(id)&genres=eq.1", "PGRST120"],
    ["/films?select=id,genres(nope)", "42703"],
    ["/films?select=id,genres(id)&genres.nope=eq.1", "42703"],
    [
      `/films?select=${Array.from({ length: 21 }, (_, n) => `a${n}:genres(id)`).join(",")}`,
      "PGRST100",
    ],
  ])("responds to %s with 400 %s", async (path, code) => {
    const reply = await world.raw("anna", path);
    expect([reply.status, reply.json]).toMatchObject([400, { code }]);
  });
});
