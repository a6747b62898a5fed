import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());

describe("select", () => {
  it("returns every column by default, in table order", async () => {
    const { data, status } = await world.anon.from("genres").select();
    expect(status).toBe(200);
    expect(data).toEqual([
      { id: 1, label: "drama" },
      { id: 2, label: "praise" },
      { id: 3, label: "teaching" },
    ]);
  });

  it("renames, casts and resolves JSON paths", async () => {
    const { data } = await world.anon
      .from("authors")
      .select(
        "writer:name, id::text, age:data->age, data->city->>name, town:data->city->>name, n:data->>age::int",
      )
      .eq("id", 1);
    expect(data).toEqual([
      { writer: "Ada", id: "1", age: 40, name: "Paris", town: "Paris", n: 40 },
    ]);
  });

  it.each([
    ["rating::int", 8],
    ["year::text", "1999"],
    ["year::decimal", 1999],
    ["seen_at::date", "2024-01-01"],
    ["id::BIGINT", 1],
  ])("casts %s", async (column, expected) => {
    const { data } = await world.anon.from("films").select(`value:${column}`).eq("id", 1).single();
    expect(data).toEqual({ value: expected });
  });

  it("casts to types of two words, which the client joins", async () => {
    const reply = await world.raw("anon", "/films?select=value:year::double precision&id=eq.1");
    expect(reply.json).toEqual([{ value: 1999 }]);
  });

  it("casts to enums and domains of the schema", async () => {
    const reply = await world.raw(
      "anon",
      "/authors?select=a:feeling::mood,b:nick::short_text&id=eq.1",
    );
    expect(reply.json).toEqual([{ a: "glad", b: "a" }]);
  });

  it.each(["regclass", "regrole", "oid", "name", "pg_catalog", "xid", "nope", "int4;", "films"])(
    "rejects a cast to %s",
    async (type) => {
      const reply = await world.raw("anon", `/films?select=id::${encodeURIComponent(type)}`);
      expect(reply.status).toBe(400);
      expect(reply.json).toMatchObject({ code: expect.stringMatching(/^(?:42704|PGRST100)$/) });
    },
  );

  it("accepts star, repeated and more than 50 columns", async () => {
    const many = Array.from({ length: 60 }, (_, number) => `c${number}:id`).join(",");
    const reply = await world.raw("anon", `/genres?select=*,${many},label&id=eq.1`);
    expect(reply.json).toEqual([
      {
        id: 1,
        label: "drama",
        ...Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`c${number}`, 1])),
      },
    ]);
  });

  it("accepts any text as the name of a key", async () => {
    const key = String.raw`it's "so" \ ); drop`;
    const quoted = `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    const reply = await world.raw(
      "anon",
      `/genres?select=${encodeURIComponent(quoted)}:id&id=eq.1`,
    );
    expect(reply.json).toEqual([{ [key]: 1 }]);
  });

  it("returns empty objects for an empty select", async () => {
    const reply = await world.raw("anon", "/genres?select=");
    expect(reply.json).toEqual([{}, {}, {}]);
  });

  it("reads views with the caller's privileges", async () => {
    const { data } = await world.anon.from("titles").select("title").eq("id", 4);
    expect(data).toEqual([{ title: "Lost" }]);
  });
});

describe("order and window", () => {
  it("orders by several terms with null placement", async () => {
    const { data } = await world.anon
      .from("films")
      .select("id")
      .order("year", { ascending: false, nullsFirst: true })
      .order("id");
    expect(data).toEqual([{ id: 3 }, { id: 4 }, { id: 2 }, { id: 1 }]);
  });

  it("orders by a JSON path", async () => {
    const { data } = await world.anon
      .from("authors")
      .select("id")
      .order("data->age", { ascending: false, nullsFirst: false });
    expect(data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it("restricts by limit and range", async () => {
    const limited = await world.anon.from("films").select("id").order("id").limit(2);
    expect(limited.data).toEqual([{ id: 1 }, { id: 2 }]);
    const ranged = await world.anon.from("films").select("id").order("id").range(1, 2);
    expect(ranged.data).toEqual([{ id: 2 }, { id: 3 }]);
    const none = await world.anon.from("films").select("id").limit(0);
    expect(none.data).toEqual([]);
  });

  it("restricts by a Range header and reports the range", async () => {
    const reply = await world.raw("anon", "/films?select=id&order=id", {
      headers: { range: "1-2", "range-unit": "items", prefer: "count=exact" },
    });
    expect([reply.status, reply.headers.get("content-range"), reply.json]).toEqual([
      206,
      "1-2/4",
      [{ id: 2 }, { id: 3 }],
    ]);
  });

  it("returns at most 1,000 rows (R-33)", async () => {
    await world.test.admin`insert into public.plain_rows select n from generate_series(1, 1500) n`;
    const all = await world.anon.from("plain_rows").select("n", { count: "exact" });
    expect([all.status, all.data?.length, all.count]).toEqual([206, 1000, 1503]);
    const limited = await world.anon.from("plain_rows").select("n").limit(5000);
    expect(limited.data).toHaveLength(1000);
    await world.test.admin`delete from public.plain_rows where label is null and n > 3`;
  });

  it("responds to a page after the end", async () => {
    const known = await world.anon.from("films").select("id", { count: "exact" }).range(9, 10);
    expect([known.status, known.error]).toMatchObject([
      416,
      { code: "PGRST103", details: "An offset of 9 was requested, but there are only 4 rows." },
    ]);
    const unknown = await world.anon.from("films").select("id").range(9, 10);
    expect([unknown.status, unknown.data]).toEqual([200, []]);
  });
});

describe("count", () => {
  it("is exact, planned or estimated", async () => {
    const exact = await world.anon
      .from("films")
      .select("id", { count: "exact" })
      .gt("id", 1)
      .limit(1);
    expect([exact.status, exact.count, exact.data]).toMatchObject([206, 3, [{}]]);
    const planned = await world.anon.from("genres").select("id", { count: "planned" });
    expect(planned.count).toBe(3);
    const estimated = await world.anon
      .from("films")
      .select("id", { count: "estimated" })
      .eq("id", 1);
    expect(estimated.count).toBe(1);
  });

  it("is returned alone with head", async () => {
    const { data, count, status } = await world.anon
      .from("films")
      .select("*", { count: "exact", head: true });
    expect([data, count, status]).toEqual([null, 4, 200]);
  });

  it("excludes rows that the caller may not see", async () => {
    const count = async (client: RestWorld["anna"]) =>
      (await client.from("notes").select("*", { count: "exact", head: true })).count;
    expect(await count(world.anna)).toBe(2);
    expect(await count(world.ben)).toBe(1);
    expect(await count(world.service)).toBe(3);
  });
});

describe("the shape of the response", () => {
  it("is one object for single()", async () => {
    const { data } = await world.anon.from("genres").select().eq("id", 1).single();
    expect(data).toEqual({ id: 1, label: "drama" });
  });

  it("is 406 PGRST116 when single() matches none or several", async () => {
    const none = await world.anon.from("genres").select().eq("id", 99).single();
    expect([none.status, none.error]).toMatchObject([
      406,
      {
        code: "PGRST116",
        message: "Cannot coerce the result to a single JSON object",
        details: "The result contains 0 rows",
        hint: null,
      },
    ]);
    const several = await world.anon.from("genres").select().single();
    expect(several.error?.details).toBe("The result contains 3 rows");
  });

  it("is null for maybeSingle() without a row", async () => {
    const { data, error, status } = await world.anon
      .from("genres")
      .select()
      .eq("id", 99)
      .maybeSingle();
    expect([data, error, status]).toEqual([null, null, 200]);
  });

  it("has no null members with nulls=stripped", async () => {
    const list = await world.anon.from("films").select("id,year,shown").eq("id", 3).stripNulls();
    expect(list.data).toEqual([{ id: 3 }]);
    const one = await world.anon
      .from("films")
      .select("id,year,shown")
      .eq("id", 3)
      .stripNulls()
      .single();
    expect(one.data).toEqual({ id: 3 });
  });

  it("is CSV when requested", async () => {
    const { data } = await world.anon
      .from("films")
      .select("id,name:title,is_public,tags,shown,rating")
      .order("id")
      .csv();
    expect(data?.split("\n")).toEqual([
      "id,name,is_public,tags,shown,rating",
      '1,"The Way",t,"{hope,faith}","[2020-01-01,2020-02-01)",7.5',
      '2,"A New Song",t,{faith},"[2020-03-01,2020-04-01)",8.0',
      '3,"Still Waters",f,{},,',
      '4,Lost,,"{rest,""a b""}",,5.0',
    ]);
    const star = await world.anon.from("genres").select().eq("id", 1).csv();
    expect(star.data).toBe("id,label\n1,drama");
  });

  it("has the headers of clients and caches", async () => {
    const reply = await world.raw("anon", "/genres", {
      headers: { "accept-profile": "public", prefer: "count=exact" },
    });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-range": "0-2/3",
      "content-profile": "public",
      "preference-applied": "count=exact",
    });
  });

  it.each([
    ["application/vnd.pgrst.plan+text", "application/vnd.pgrst.plan+text"],
    ["text/html", "text/html"],
  ])("cannot be %s: 406 PGRST107", async (accept, named) => {
    const reply = await world.raw("anon", "/genres", { headers: { accept } });
    expect([reply.status, reply.json]).toEqual([
      406,
      {
        code: "PGRST107",
        message: `None of these media types are available: ${named}`,
        details: null,
        hint: null,
      },
    ]);
  });

  it("is never an execution plan", async () => {
    const { status, error } = await world.anon.from("genres").select().explain();
    expect([status, error]).toMatchObject([406, { code: "PGRST107" }]);
    const sum = await world.anon.from("genres").select("id.sum()");
    expect(sum.error?.code).toBe("PGRST123");
  });

  it("shows times in the preferred zone", async () => {
    const reply = await world.raw("anon", "/films?select=seen_at&id=eq.1", {
      headers: { prefer: "timezone=America/Lima" },
    });
    expect(reply.json).toEqual([{ seen_at: "2024-01-01T07:00:00-05:00" }]);
    expect(reply.headers.get("preference-applied")).toBe("timezone=America/Lima");
  });
});
