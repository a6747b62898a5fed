import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANNA, BEN, createRestWorld } from "./rest-world.fixture.ts";
import type { RawReply, RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.test.admin`delete from public.notes where id > 3`;
  await world.test.admin`update public.notes set text = 'anna one', stars = 5 where id = 1`;
  await world.test.admin`delete from public.genres where id > 3`;
  await world.test.admin`update public.genres set label = 'drama' where id = 1`;
});

async function send(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RawReply> {
  return world.raw("anna", path, {
    method,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
}

async function noteTexts(): Promise<unknown[]> {
  const rows = await world.test.admin`select text from public.notes order by id`;
  return rows.map((row) => row["text"]);
}

describe("insert", () => {
  it("responds 201 without a body by default", async () => {
    const { status, data, error } = await world.anna.from("notes").insert({ text: "new" });
    expect([status, data, error]).toEqual([201, null, null]);
    expect(await noteTexts()).toEqual(["anna one", "anna two", "ben one", "new"]);
  });

  it("returns the rows on request, with defaults, selected columns and embeds", async () => {
    const { status, data } = await world.anna
      .from("notes")
      .insert({ text: "new", film_id: 1 })
      .select("text, owner_id, films(title)")
      .single();
    expect(status).toBe(201);
    expect(data).toEqual({ text: "new", owner_id: ANNA, films: { title: "The Way" } });
  });

  it("accepts many rows; omitted keys are null", async () => {
    const { data } = await world.anna
      .from("notes")
      .insert([{ text: "a", stars: 1 }, { text: "b" }])
      .select("text,stars");
    expect(data).toEqual([
      { text: "a", stars: 1 },
      { text: "b", stars: null },
    ]);
  });

  it("uses the column's default for omitted keys with missing=default", async () => {
    const { data } = await world.service
      .from("films")
      .insert([{ title: "x" }, { title: "y", year: null, tags: ["t"] }], { defaultToNull: false })
      .select("title,year,tags");
    expect(data).toEqual([
      { title: "x", year: 2000, tags: [] },
      { title: "y", year: null, tags: ["t"] },
    ]);
    const ids = await world.service
      .from("films")
      .insert([{ title: "z", id: 7001 }, { title: "w" }], { defaultToNull: false })
      .select("id");
    expect(ids.data).toEqual([{ id: 7001 }, { id: expect.any(Number) }]);
    await world.test.admin`delete from public.films where id > 4`;
  });

  it("accepts an empty list, and an empty object as a row of defaults", async () => {
    const none = await world.anna.from("notes").insert([]).select();
    expect([none.status, none.data]).toEqual([201, []]);
    const reply = await send("POST", "/plain_rows", {}, { prefer: "return=representation" });
    expect([reply.status, reply.json]).toEqual([201, [{ n: null, label: null }]]);
    const two = await send("POST", "/plain_rows", [{}, {}], { prefer: "return=representation" });
    expect(two.json).toHaveLength(2);
    await world.test.admin`delete from public.plain_rows where n is null`;
  });

  it("keeps every digit of a number", async () => {
    const body =
      '{"n":123456789012345678901234567890.123456789,"big":9007199254740993,"doc":{"x":1.10}}';
    expect((await send("POST", "/exact", body)).status).toBe(201);
    const rows = await world.test.admin`select n::text, big::text, doc::text from public.exact`;
    expect(rows[0]).toEqual({
      n: "123456789012345678901234567890.123456789",
      big: "9007199254740993",
      doc: '{"x":1.10}',
    });
  });

  it("returns Location with return=headers-only", async () => {
    const reply = await send(
      "POST",
      "/genres",
      { id: 7, label: "x" },
      { prefer: "return=headers-only" },
    );
    expect([reply.status, reply.headers.get("location"), reply.text]).toEqual([
      201,
      "/genres?id=eq.7",
      "",
    ]);
  });

  it("accepts CSV and forms", async () => {
    const csv = await send("POST", "/genres", 'id,label\n8,NULL text\n9,"a, b"', {
      "content-type": "text/csv",
      prefer: "return=representation,count=exact",
    });
    expect([csv.status, csv.headers.get("content-range"), csv.json]).toEqual([
      201,
      "*/2",
      [
        { id: 8, label: "NULL text" },
        { id: 9, label: "a, b" },
      ],
    ]);
    const form = await send("POST", "/genres", "id=10&label=x+y", {
      "content-type": "application/x-www-form-urlencoded",
      prefer: "return=representation",
      accept: "text/csv",
    });
    expect(form.text).toBe('id,label\n10,"x y"');
  });

  it("is rejected for rows of other users: 403, for visitors 401", async () => {
    const foreign = await world.anna.from("notes").insert({ text: "x", owner_id: BEN });
    expect([foreign.status, foreign.error]).toMatchObject([403, { code: "42501" }]);
    const stranger = await world.anon.from("notes").insert({ text: "x" });
    expect([stranger.status, stranger.error]).toMatchObject([401, { code: "42501" }]);
    const readOnly = await world.anna.from("films").insert({ title: "x" });
    expect([readOnly.status, readOnly.error]).toMatchObject([403, { code: "42501" }]);
  });

  it.each<[Record<string, unknown>, number, string, string]>([
    [{ id: 1, label: "x" }, 409, "23505", "duplicate key value violates"],
    [{ id: 20 }, 400, "23502", "null value in column"],
    [{ id: "x", label: "x" }, 400, "22P02", "invalid input syntax"],
    [
      { id: 20, label: "x", nope: 1 },
      400,
      "PGRST204",
      "Could not find the 'nope' column of 'genres' in the schema cache",
    ],
  ])("of %j gets %i %s", async (row, status, code, message) => {
    const reply = await world.service.from("genres").insert(row);
    expect([reply.status, reply.error]).toMatchObject([
      status,
      { code, message: expect.stringContaining(message) },
    ]);
  });

  it("gets 23514 for a CHECK and 23503 for a missing parent (S8.21)", async () => {
    const check = await world.anna.from("notes").insert({ text: "x".repeat(201) });
    expect([check.status, check.error?.code]).toEqual([400, "23514"]);
    const parent = await world.anna.from("notes").insert({ text: "x", film_id: 999 });
    expect([parent.status, parent.error?.code]).toEqual([409, "23503"]);
  });

  it("of rows with different keys requires columns: PGRST102", async () => {
    const reply = await send("POST", "/genres", [{ id: 1 }, { label: "x" }]);
    expect([reply.status, reply.json]).toEqual([
      400,
      { code: "PGRST102", message: "All object keys must match", details: null, hint: null },
    ]);
  });

  it("uses only the named columns", async () => {
    const reply = await send(
      "POST",
      "/genres?columns=id,label&select=id,label",
      { id: 11, label: "x", junk: 1 },
      {
        prefer: "return=representation",
      },
    );
    expect(reply.json).toEqual([{ id: 11, label: "x" }]);
  });
});

describe("upsert", () => {
  it("merges with the row of the same key: 200 without new rows, otherwise 201", async () => {
    const merged = await world.service.from("genres").upsert({ id: 1, label: "tragedy" }).select();
    expect([merged.status, merged.data]).toEqual([200, [{ id: 1, label: "tragedy" }]]);
    const mixed = await world.service
      .from("genres")
      .upsert([
        { id: 1, label: "drama" },
        { id: 12, label: "new" },
      ])
      .select();
    expect([mixed.status, mixed.data?.length]).toEqual([201, 2]);
  });

  it("ignores duplicates on request", async () => {
    const { status, data } = await world.service
      .from("genres")
      .upsert(
        [
          { id: 1, label: "other" },
          { id: 13, label: "new" },
        ],
        { ignoreDuplicates: true },
      )
      .select();
    expect([status, data]).toEqual([201, [{ id: 13, label: "new" }]]);
  });

  it("detects duplicates on other unique columns", async () => {
    const { data } = await world.service
      .from("authors")
      .upsert({ name: "Ada", feeling: "sad" }, { onConflict: "name" })
      .select("id,feeling");
    expect(data).toEqual([{ id: 1, feeling: "sad" }]);
    const wrong = await world.service
      .from("authors")
      .upsert({ name: "Ada", feeling: "sad" }, { onConflict: "feeling" });
    expect([wrong.status, wrong.error?.code]).toEqual([400, "42P10"]);
    const missing = await world.service
      .from("authors")
      .upsert({ name: "A" }, { onConflict: "nope" });
    expect([missing.status, missing.error?.code]).toEqual([400, "PGRST204"]);
  });

  it("of one key twice gets 400 21000", async () => {
    const rows = [
      { id: 1, label: "a" },
      { id: 1, label: "b" },
    ];
    const { status, error } = await world.service.from("genres").upsert(rows);
    expect([status, error?.code]).toEqual([400, "21000"]);
  });

  it("needs the policies of both insert and update", async () => {
    const own = await world.anna.from("notes").upsert({ id: 1, text: "again" }).select("text");
    expect(own.data).toEqual([{ text: "again" }]);
    const foreign = await world.anna.from("notes").upsert({ id: 3, text: "stolen" });
    expect([foreign.status, foreign.error?.code]).toEqual([403, "42501"]);
    expect(await noteTexts()).toContain("ben one");
  });
});

describe("update", () => {
  it("responds 204, or 200 with the rows", async () => {
    const quiet = await world.anna.from("notes").update({ text: "changed" }).eq("id", 1);
    expect([quiet.status, quiet.data]).toEqual([204, null]);
    const loud = await world.anna
      .from("notes")
      .update({ stars: 4 })
      .eq("id", 1)
      .select("text,stars,films(title)")
      .single();
    expect([loud.status, loud.data]).toEqual([
      200,
      { text: "changed", stars: 4, films: { title: "The Way" } },
    ]);
  });

  it("changes only rows that the caller may see, and counts them", async () => {
    const { status, data, count } = await world.anna
      .from("notes")
      .update({ text: "mine" }, { count: "exact" })
      .gte("id", 1)
      .select("id")
      .order("id", { ascending: false });
    expect([status, data, count]).toEqual([200, [{ id: 2 }, { id: 1 }], 2]);
    expect(await noteTexts()).toContain("ben one");
    await world.test.admin`update public.notes set text = 'anna two' where id = 2`;
  });

  it("sets null, JSON and arrays", async () => {
    const { data } = await world.service
      .from("authors")
      .update({ nick: null, data: { deep: [1, { a: null }] }, feeling: "glad" })
      .eq("id", 3)
      .select("nick,data,feeling")
      .single();
    expect(data).toEqual({ nick: null, data: { deep: [1, { a: null }] }, feeling: "glad" });
  });

  it("is rolled back unless single() matches exactly one row: 406 PGRST116", async () => {
    const { status, error } = await world.anna
      .from("notes")
      .update({ text: "x" })
      .gt("id", 0)
      .select()
      .single();
    expect([status, error?.code, error?.details]).toEqual([
      406,
      "PGRST116",
      "The result contains 2 rows",
    ]);
    expect(await noteTexts()).toEqual(["anna one", "anna two", "ben one"]);
  });

  it("is rolled back when it affects more rows than max-affected: PGRST124", async () => {
    const prefer = "handling=strict,max-affected=1";
    const { status, json } = await send("PATCH", "/notes?id=gt.0", { text: "x" }, { prefer });
    expect([status, json]).toMatchObject([
      400,
      { code: "PGRST124", details: "The query affects 2 rows" },
    ]);
    expect(await noteTexts()).toEqual(["anna one", "anna two", "ben one"]);
  });

  it("changes nothing with an empty body", async () => {
    const { status, data } = await world.anna.from("notes").update({}).eq("id", 1).select();
    expect([status, data]).toEqual([200, []]);
  });

  it("uses a column's default when columns= names it and the body omits it", async () => {
    const path = "/films?id=eq.3&columns=year,is_public&select=year,is_public";
    const reply = await world.raw("service", path, {
      method: "PATCH",
      body: '{"is_public":true}',
      headers: {
        "content-type": "application/json",
        prefer: "return=representation,missing=default",
      },
    });
    expect(reply.json).toEqual([{ year: 2000, is_public: true }]);
    await world.test.admin`update public.films set year = null, is_public = false where id = 3`;
  });

  it.each([
    ["PATCH", "/notes", { text: "x" }, 400, "21000", "UPDATE requires a WHERE clause"],
    [
      "PATCH",
      "/notes?select=id&films.id=eq.1",
      { text: "x" },
      400,
      "21000",
      "UPDATE requires a WHERE clause",
    ],
    ["DELETE", "/notes", "", 400, "21000", "DELETE requires a WHERE clause"],
    ["DELETE", "/notes?order=id&limit=1", "", 400, "21000", "DELETE requires a WHERE clause"],
    [
      "PATCH",
      "/notes?id=eq.1",
      [{ text: "x" }, { text: "y" }],
      400,
      "PGRST102",
      "The body of PATCH must be one object",
    ],
    [
      "PATCH",
      "/notes?id=eq.1",
      { nope: 1 },
      400,
      "PGRST204",
      "Could not find the 'nope' column of 'notes' in the schema cache",
    ],
    ["PATCH", "/notes?nope=eq.1", { text: "x" }, 400, "42703", "column notes.nope does not exist"],
    ["DELETE", "/notes?nope=eq.1", "", 400, "42703", "column notes.nope does not exist"],
    [
      "PATCH",
      "/notes?id=eq.1",
      { owner_id: BEN },
      403,
      "42501",
      'new row violates row-level security policy for table "notes"',
    ],
  ])("%s %s of %j gets %i %s", async (method, path, body, status, code, message) => {
    const reply = await send(method, path, body);
    expect([reply.status, reply.json]).toMatchObject([status, { code, message }]);
    expect(await noteTexts()).toEqual(["anna one", "anna two", "ben one"]);
  });
});

describe("delete", () => {
  it("responds 204, or 200 with the deleted rows", async () => {
    await world.anna.from("notes").insert([{ text: "a" }, { text: "b" }]);
    const quiet = await world.anna.from("notes").delete({ count: "exact" }).eq("text", "a");
    expect([quiet.status, quiet.data, quiet.count]).toEqual([204, null, 1]);
    const loud = await world.anna.from("notes").delete().eq("text", "b").select("text").single();
    expect([loud.status, loud.data]).toEqual([200, { text: "b" }]);
  });

  it("deletes only rows that the caller may see", async () => {
    const { status, data } = await world.anna.from("notes").delete().eq("id", 3).select();
    expect([status, data]).toEqual([200, []]);
    expect(await noteTexts()).toContain("ben one");
  });
});

describe("PUT", () => {
  const put = (path: string, body: unknown, prefer = "return=representation"): Promise<RawReply> =>
    world.raw("service", path, {
      method: "PUT",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", prefer },
    });

  it("inserts or replaces the row of its key", async () => {
    const made = await put("/genres?id=eq.14", { id: 14, label: "made" });
    expect([made.status, made.json]).toEqual([201, [{ id: 14, label: "made" }]]);
    const replaced = await put("/genres?id=eq.14", { id: 14, label: "replaced" });
    expect([replaced.status, replaced.json]).toEqual([200, [{ id: 14, label: "replaced" }]]);
    const quiet = await put("/genres?id=eq.14", { id: 14, label: "quiet" }, "");
    expect([quiet.status, quiet.text]).toEqual([204, ""]);
  });

  it.each([
    ["/genres?id=eq.15", { id: 16, label: "x" }, 400, "PGRST115"],
    ["/genres", { id: 15, label: "x" }, 405, "PGRST105"],
    ["/genres?id=gt.15", { id: 15, label: "x" }, 405, "PGRST105"],
    ["/genres?id=eq.15&label=eq.x", { id: 15, label: "x" }, 405, "PGRST105"],
    ["/genres?id=not.eq.15", { id: 15, label: "x" }, 405, "PGRST105"],
    ["/genres?id=eq.15&limit=1", { id: 15, label: "x" }, 400, "PGRST114"],
    ["/genres?id=eq.15", [{ id: 15 }, { id: 15 }], 400, "PGRST102"],
    ["/plain_rows?n=eq.1", { n: 1 }, 405, "PGRST105"],
    ["/film_genres?film_id=eq.1", { film_id: 1, genre_id: 3 }, 405, "PGRST105"],
  ])("%s of %j gets %i %s", async (path, body, status, code) => {
    const reply = await put(path, body);
    expect([reply.status, reply.json]).toMatchObject([status, { code }]);
    const rows = await world.test.admin`select 1 from public.genres where id in (15, 16)`;
    expect(rows).toHaveLength(0);
  });
});
