import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANNA, createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());

describe("a call", () => {
  it("returns a scalar by POST and by GET (S7.40)", async () => {
    expect((await world.anon.rpc("add", { a: 1, b: 2 })).data).toBe(3);
    expect((await world.anon.rpc("add", { a: 1 })).data).toBe(11);
    expect((await world.anon.rpc("add", { a: 1, b: 2 }, { get: true })).data).toBe(3);
  });

  it("returns an object for a row and an array for a set", async () => {
    const row = await world.anon.rpc("first_film");
    expect(row.data).toMatchObject({ id: 1, title: "The Way" });
    expect((await world.anon.rpc("pair")).data).toEqual({ low: 1, high: 2 });
    const table = await world.anon.rpc("stats");
    expect(table.data).toContainEqual({ year: 1999, n: 1 });
    expect((await world.anon.rpc("labels")).data).toEqual(["drama", "praise", "teaching"]);
  });

  it("of rows can be filtered, ordered, limited, counted and embedded like a table", async () => {
    const { data, count } = await world.anon
      .rpc("films_of", { author: 1 }, { count: "exact" })
      .select("title, authors!author_id(name), genres(label)")
      .like("title", "*e*")
      .order("id", { ascending: false })
      .limit(1);
    expect([data, count]).toEqual([
      [{ title: "A New Song", authors: { name: "Ada" }, genres: [{ label: "praise" }] }],
      2,
    ]);
    const byGet = await world.anon
      .rpc("films_of", { author: 1 }, { get: true })
      .eq("id", 2)
      .single();
    expect(byGet.data).toMatchObject({ title: "A New Song" });
    const stats = await world.anon.rpc("stats").select("year").gt("year", 2000).order("year");
    expect(stats.data).toEqual([{ year: 2005 }, { year: 2010 }]);
  });

  it.each([
    ["POST", "id"],
    ["GET", "id"],
    ["POST", "id,places(name)"],
    ["GET", "id,places(name)"],
    ["POST", "id,...places!inner(name)"],
    ["GET", "id,n0,places!inner(name)"],
  ])("by %s keeps the order of its function when %s are selected", async (method, columns) => {
    const call = () =>
      world.anon.rpc("last_meetings", { every: 500 }, { get: method === "GET" }).select(columns);
    const idsOf = (data: unknown) => (Array.isArray(data) ? data.map(({ id }) => Number(id)) : []);
    const all = await call();
    expect(idsOf(all.data)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((place) => place * 500));
    const cut = await call().range(1, 2).gt("id", 1_000);
    expect(idsOf(cut.data)).toEqual([4_500, 4_000]);
    const ordered = await call().order("id").limit(2);
    expect(idsOf(ordered.data)).toEqual([500, 1_000]);
    expect(Object.keys(all.data?.[0] ?? {}).toSorted()).toEqual(
      columns
        .replaceAll(/\.{3}.*?\(|!inner|\(.*?\)|\)/g, "")
        .split(",")
        .toSorted(),
    );
  });

  it.each([
    ["birds_of", { wanted: 3 }],
    ["ringed", { wanted: 3 }],
    ["birds_between", { low: 10, high: 11 }],
    ["birds_between", { low: 0, high: 90 }],
    ["birds_among", { kinds: [1, 2, 3] }],
    ["birds_named", { wanted: "bird 5" }],
    ["birds_named", { wanted: "bird 5", other: "bird 9" }],
  ])("of %s(%j) returns its rows in the same order by POST and by GET", async (name, args) => {
    const idsBy = async (get: boolean): Promise<unknown> => {
      const given = get && "kinds" in args ? { kinds: `{${String(args.kinds)}}` } : args;
      return (await world.anon.rpc(name, given, { get }).select("id")).data;
    };
    const byGet = await idsBy(true);
    expect(byGet).not.toEqual([]);
    expect(await idsBy(false)).toEqual(byGet);
  });

  it("responds 204 for void and only a count for head", async () => {
    const nothing = await world.anon.rpc("nothing");
    expect([nothing.status, nothing.data, nothing.error]).toEqual([204, null, null]);
    const head = await world.anon.rpc("films_of", { author: 1 }, { head: true, count: "exact" });
    expect([head.status, head.data, head.count]).toEqual([200, null, 2]);
  });

  it("resolves the overload by argument names", async () => {
    expect((await world.anon.rpc("greet", { name: "Bo" })).data).toBe("Hi Bo");
    expect((await world.anon.rpc("greet", { name: "Bo", mark: "!" })).data).toBe("Hi Bo!");
    const twin = await world.anon.rpc("twin", { n: 1 });
    expect([twin.status, twin.error]).toMatchObject([
      300,
      {
        code: "PGRST203",
        message:
          "Could not choose the best candidate function between: public.twin(n => integer), public.twin(n => text)",
      },
    ]);
  });

  it("accepts arrays, variadic arguments and whole bodies", async () => {
    expect((await world.anon.rpc("total", { numbers: [1, 2, 3] })).data).toBe(6);
    expect((await world.anon.rpc("total", { numbers: [1, 2] }, { get: true })).data).toBe(3);
    const several = await world.raw("anon", "/rpc/total?numbers=4&numbers=5");
    expect(several.json).toBe(9);
    expect((await world.anon.rpc("echo", { any: [1, null] })).data).toEqual({ any: [1, null] });
    const post = (path: string, type: string, body: string) =>
      world.raw("anon", path, { method: "POST", body, headers: { "content-type": type } });
    expect((await post("/rpc/shout", "text/plain", "amen")).json).toBe("AMEN");
    expect((await post("/rpc/size_of", "application/octet-stream", "12345")).json).toBe(5);
    expect((await post("/rpc/add", "application/x-www-form-urlencoded", "a=1&b=5")).json).toBe(6);
    expect((await post("/rpc/first_film", "application/json", "")).status).toBe(200);
  });

  it("runs as the caller with its claims and request, without its keys", async () => {
    const reply = await world.raw("anna", "/rpc/whoami", { headers: { "x-tag": "seen" } });
    expect(reply.json).toMatchObject({
      uid: ANNA,
      role: "authenticated",
      method: "GET",
      path: "/rpc/whoami",
      tag: "seen",
      auth: null,
    });
    const zoned = await world.raw("anna", "/rpc/whoami", {
      headers: { prefer: "timezone=Asia/Tokyo" },
    });
    expect(zoned.json).toMatchObject({ zone: "Asia/Tokyo" });
  });

  it("may write by POST, and never by GET: 405 25006", async () => {
    const made = await world.anna.rpc("add_note", { text: "by rpc" }).select("text").single();
    expect(made.data).toEqual({ text: "by rpc" });
    const byGet = await world.anna.rpc("add_note", { text: "by get" }, { get: true });
    expect([byGet.status, byGet.error?.code]).toEqual([405, "25006"]);
  });

  it("returns CSV, stripped nulls and single objects", async () => {
    expect((await world.raw("anon", "/rpc/labels", { headers: { accept: "text/csv" } })).text).toBe(
      "labels\ndrama\npraise\nteaching",
    );
    const single = await world.anon.rpc("stats").single();
    expect([single.status, single.error?.code]).toEqual([406, "PGRST116"]);
    const stripped = await world.anon.rpc("films_of", { author: 2 }).select("id,year").stripNulls();
    expect(stripped.data).toEqual([{ id: 3 }]);
  });

  it("is limited by max-affected only for a set", async () => {
    const call = (path: string) =>
      world.raw("anon", path, { headers: { prefer: "handling=strict,max-affected=2" } });
    const tooMany = await call("/rpc/labels");
    expect([tooMany.status, tooMany.json]).toMatchObject([400, { code: "PGRST124" }]);
    const bare = await call("/rpc/add?a=1");
    expect([bare.status, bare.json]).toMatchObject([400, { code: "PGRST128" }]);
  });

  it.each([
    ["GET", "/rpc/nope", "", 404, "PGRST202"],
    ["GET", "/rpc/add", "", 404, "PGRST202"],
    ["POST", "/rpc/add", '{"a":1,"c":2}', 404, "PGRST202"],
    ["POST", "/rpc/add", "[1]", 404, "PGRST202"],
    ["POST", "/rpc/add", "{", 400, "PGRST102"],
    ["POST", "/rpc/add", '{"a":"x"}', 400, "22P02"],
    ["GET", "/rpc/add?a=x", "", 400, "22P02"],
    ["GET", "/rpc/films_of?author=1&nope=eq.1", "", 400, "42703"],
    ["GET", "/rpc/films_of?author=1&select=nope(id)", "", 400, "PGRST200"],
    ["PUT", "/rpc/add", "{}", 405, "PGRST101"],
    ["DELETE", "/rpc/add", "", 405, "PGRST101"],
    ["PATCH", "/rpc/add", "{}", 405, "PGRST101"],
  ])("%s %s %s gets %i %s", async (method, path, body, status, code) => {
    const init = body === "" ? { method } : { method, body };
    const headers = { "content-type": "application/json" };
    const reply = await world.raw("anon", path, { ...init, headers });
    expect([reply.status, reply.json]).toMatchObject([status, { code }]);
  });

  it("names the missing function", async () => {
    const { error } = await world.anon.rpc("add", { a: 1, c: 2 });
    expect(error).toMatchObject({
      message: "Could not find the function public.add(a, c) in the schema cache",
      details:
        "Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    });
  });

  it("is rejected without EXECUTE: 401 for visitors, 403 for users", async () => {
    await world.test.admin`revoke execute on function public.pair() from anon, authenticated`;
    expect((await world.anon.rpc("pair")).status).toBe(401);
    const user = await world.anna.rpc("pair");
    expect([user.status, user.error?.code]).toEqual([403, "42501"]);
  });
});

describe("an error that a function raises", () => {
  it.each([
    ["P0001", 400],
    ["PT402", 402],
    ["PT418", 418],
    ["PT999", 400],
    ["23505", 409],
    ["42501", 401],
    ["42P01", 404],
    ["42P17", 500],
    ["28000", 403],
    ["0L000", 403],
    ["21000", 400],
    ["22023", 400],
    ["39000", 500],
    ["40001", 500],
    ["53100", 503],
    ["54000", 500],
    ["55000", 500],
    ["58030", 500],
    ["P0002", 500],
    ["XX000", 500],
    ["ZZZZZ", 400],
  ])("%s gets status %i", async (state, status) => {
    const reply = await world.anon.rpc("fail", { state });
    expect([reply.status, reply.error?.code]).toEqual([status, state]);
  });

  it("keeps its message, unless it reveals server internals (R-75)", async () => {
    const own = await world.anon.rpc("fail", { state: "P0001" });
    expect(own.error).toMatchObject({ message: "told to fail", details: "why", hint: "how" });
    const inside = await world.anon.rpc("fail", { state: "XX000" });
    expect(inside.error).toMatchObject({
      message: "The database could not complete the request",
      details: null,
      hint: null,
    });
  });
});
