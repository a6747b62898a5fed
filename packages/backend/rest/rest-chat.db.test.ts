import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatSql } from "./chat-world-schema.fixture.ts";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;

beforeAll(async () => {
  world = await createRestWorld(
    {
      schemas: ["public", "personal"],
      aggregates: true,
      plans: true,
    },
    chatSql,
  );
});
afterAll(() => world.close());

describe("schemas", () => {
  it("are selected by the client, by default the first", async () => {
    const own = await world.anon.schema("personal").from("people").select("*, pets(name)");
    expect(own.data).toEqual([{ handle: "ada", note: "mine", pets: [{ name: "Rex" }] }]);
    const rpc = await world.anon.schema("personal").rpc("status_of", { name: "bo" });
    expect([rpc.data, rpc.status]).toEqual(["personal bo", 200]);
    const first = await world.raw("anon", "/rooms?select=id&limit=1");
    expect(first.headers.get("content-profile")).toBe("public");
    const written = await world.anon
      .schema("personal")
      .from("pets")
      .insert({ id: 2, owner: "ada", name: "Flo" })
      .select();
    expect([written.status, written.data]).toEqual([201, [{ id: 2, owner: "ada", name: "Flo" }]]);
  });

  it("get PGRST106 with the list when they are not exposed", async () => {
    const { error, status } = await world.anon.schema("private").from("accounts").select();
    expect([status, error]).toMatchObject([
      406,
      {
        code: "PGRST106",
        message: "Invalid schema: private",
        hint: "Only the following schemas are exposed: public, personal",
      },
    ]);
  });
});

describe("relationships", () => {
  it.each<[string, string, unknown]>([
    [
      "a function that gives one row",
      "people?select=handle,latest_post(id)&handle=eq.ada",
      [{ handle: "ada", latest_post: { id: 2 } }],
    ],
    [
      "a function that gives rows",
      "people?select=handle,liked_posts(id)&handle=eq.ada",
      [{ handle: "ada", liked_posts: [{ id: 1 }, { id: 2 }] }],
    ],
    [
      "a function of a composite type",
      "posts?select=id,writer(handle)&id=eq.3",
      [{ id: 3, writer: { handle: "bo" } }],
    ],
    [
      "a function inside an embed",
      "rooms?select=id,posts(id,writer(handle))&id=eq.2",
      [{ id: 2, posts: [{ id: 2, writer: { handle: "ada" } }] }],
    ],
    [
      "a function with filters and order",
      "people?select=handle,rooms_of(id)&rooms_of.order=id.desc&handle=eq.ada",
      [{ handle: "ada", rooms_of: [{ id: 2 }, { id: 1 }] }],
    ],
    [
      "a function that must find something",
      "people?select=handle,liked_posts!inner(id)",
      [{ handle: "ada", liked_posts: [{ id: 1 }, { id: 2 }] }],
    ],
    [
      "a view by its columns' table",
      "recent_posts?select=post_id,people(status)&post_id=eq.3",
      [{ post_id: 3, people: { status: "OFFLINE" } }],
    ],
    [
      "a view above a view",
      "hall_posts?select=post_id,rooms(slug)&post_id=eq.1",
      [{ post_id: 1, rooms: { slug: "hall" } }],
    ],
    [
      "a table with a view",
      "rooms?select=id,recent_posts(post_id)&id=eq.2",
      [{ id: 2, recent_posts: [{ post_id: 2 }] }],
    ],
    [
      "a materialized view",
      "room_sizes?select=room_id,room_details(topic)&room_id=eq.1",
      [{ room_id: 1, room_details: { topic: "all and sundry" } }],
    ],
    [
      "views over tables of another schema",
      "accounts?select=name,orders(total)",
      [{ name: "Acme", orders: [{ total: 7 }, { total: 9 }] }],
    ],
    [
      "the way up in a table that refers to itself",
      "folders?select=name,parent_id(name)&id=eq.4",
      [{ name: "leaf", parent_id: { name: "left" } }],
    ],
    [
      "the way down",
      "folders?select=name,children:folders(name)&id=eq.1",
      [{ name: "root", children: [{ name: "left" }, { name: "right" }] }],
    ],
    [
      "both at once, five deep",
      "folders?select=name,up:parent_id(name,up:parent_id(name,down:folders(name,down:folders(name,up:parent_id(id)))))&id=eq.4",
      [
        {
          name: "leaf",
          up: {
            name: "left",
            up: {
              name: "root",
              down: [
                { name: "left", down: [{ name: "leaf", up: { id: 2 } }] },
                { name: "right", down: [] },
              ],
            },
          },
        },
      ],
    ],
    [
      "a key of several columns",
      "bookings?select=id,seats(label)&id=eq.2",
      [{ id: 2, seats: { label: "A2" } }],
    ],
    [
      "a join table of two keys",
      "rooms?select=id,people(handle)&id=eq.1",
      [{ id: 1, people: [{ handle: "ada" }, { handle: "bo" }] }],
    ],
    [
      "one of one",
      "rooms?select=id,room_details(topic)&order=id&limit=2",
      [
        { id: 1, room_details: { topic: "all and sundry" } },
        { id: 2, room_details: null },
      ],
    ],
    [
      "rows without",
      "rooms?select=id,room_details()&room_details=is.null&order=id",
      [{ id: 2 }, { id: 3 }],
    ],
    [
      "several rows in one",
      "rooms?select=slug,...posts(bodies:body)&id=eq.1",
      [{ slug: "hall", bodies: ["Hello", "Hey"] }],
    ],
    [
      "a spread in a spread",
      "posts?select=id,...rooms(slug,...room_details(topic))&id=eq.1",
      [{ id: 1, slug: "hall", topic: "all and sundry" }],
    ],
  ])("lead through %s", async (_, path, expected) => {
    const reply = await world.raw("anon", `/${path}`);
    expect([reply.status, reply.json]).toEqual([200, expected]);
  });

  it("of a function's rows are embedded", async () => {
    const { data } = await world.anon
      .rpc("people_with", { state: "OFFLINE" })
      .select("handle, days_active, latest_post(id), posts(id)");
    expect(data).toEqual([
      { handle: "bo", days_active: 2, latest_post: { id: 3 }, posts: [{ id: 3 }] },
    ]);
  });

  it("get PGRST201 with each key when several match", async () => {
    const { error, status } = await world.service.from("people").select("friends(id)");
    expect([status, error]).toEqual([
      300,
      {
        code: "PGRST201",
        message:
          "Could not embed because more than one relationship was found for 'people' and 'friends'",
        details: [
          {
            cardinality: "one-to-many",
            embedding: "people with friends",
            relationship: "friends_first_fkey using people(handle) and friends(first)",
          },
          {
            cardinality: "one-to-many",
            embedding: "people with friends",
            relationship: "friends_second_fkey using people(handle) and friends(second)",
          },
        ],
        hint: "Try changing 'friends' to one of the following: 'friends!friends_first_fkey', 'friends!friends_second_fkey'. Find the desired relationship in the 'details' key.",
      },
    ]);
    const chosen = await world.service
      .from("people")
      .select("handle, friends!friends_first_fkey(id)")
      .eq("handle", "cy");
    expect(chosen.data).toEqual([{ handle: "cy", friends: [{ id: 2 }] }]);
  });
});

describe("computed columns", () => {
  it("are read, filtered and sorted like columns, and are not part of *", async () => {
    const { data } = await world.anon.from("posts").select("id, shout").eq("shout", "BYE");
    expect(data).toEqual([{ id: 2, shout: "BYE" }]);
    const { data: people } = await world.anon
      .from("people")
      .select("handle, days_active")
      .order("days_active", { ascending: false })
      .order("handle")
      .limit(1);
    expect(people).toEqual([{ handle: "ada", days_active: 3 }]);
    const { data: all } = await world.anon.from("posts").select().eq("id", 1).single();
    expect(all).not.toHaveProperty("shout");
  });

  it("are returned by a write", async () => {
    const { data, status } = await world.anon
      .from("posts")
      .insert({ body: "x", author: "cy", room_id: 3 })
      .select("shout, likes, writer(handle)");
    expect([status, data]).toEqual([201, [{ shout: "X", likes: 0, writer: { handle: "cy" } }]]);
    await world.service.from("posts").delete().eq("body", "x");
  });
});

describe("aggregates", () => {
  it.each<[string, unknown]>([
    ["posts?select=count()", [{ count: 3 }]],
    [
      "posts?select=total:likes.sum(),likes.avg()::int,least:likes.min(),likes.max()",
      [{ total: 10, avg: 3, least: 2, max: 5 }],
    ],
    [
      "posts?select=author,likes.sum()&order=author",
      [
        { author: "ada", sum: 8 },
        { author: "bo", sum: 2 },
      ],
    ],
    ["posts?select=author,count()&author=eq.ada", [{ author: "ada", count: 2 }]],
    [
      "people?select=handle,posts(likes.sum(),count())&order=handle&limit=1",
      [{ handle: "ada", posts: [{ sum: 8, count: 2 }] }],
    ],
    ["posts?select=likes.sum(),...people(handle)&id=lt.3", [{ sum: 8, handle: "ada" }]],
    [
      "posts?select=room_id,...people(count())&order=room_id",
      [
        { room_id: 1, count: 2 },
        { room_id: 2, count: 1 },
      ],
    ],
    ["rooms?select=slug,...posts(likes.sum())&id=eq.1", [{ slug: "hall", sum: [5] }]],
    ["people?select=kind:data->a->>b,count()&handle=eq.ada", [{ kind: "1", count: 1 }]],
    [
      "people?select=handle,posts(count)&order=handle&limit=1",
      [{ handle: "ada", posts: [{ count: 2 }] }],
    ],
  ])("%s", async (path, expected) => {
    const reply = await world.raw("anon", `/${path}`);
    expect([reply.status, reply.json]).toEqual([200, expected]);
  });

  it("get PostgreSQL's 42803 when groups are sorted by another column", async () => {
    const reply = await world.raw("anon", "/posts?select=likes.sum()&order=author");
    expect([reply.status, reply.json]).toMatchObject([400, { code: "42803" }]);
  });
});

describe("calls", () => {
  it.each<[string, string, unknown]>([
    ["mixed", "{}", 0],
    ["unnamed_json", '{"a":1}', { a: 1 }],
    ["unnamed_json", '{"":1}', { "": 1 }],
    ["overload", '{"a":1,"b":2}', 3],
    ["joined", '{"sep":"-","parts":["a","b"]}', "a-b"],
    ["optional", "{}", "none"],
  ])("%s with %s", async (name, body, expected) => {
    const reply = await world.raw("anon", `/rpc/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect([reply.status, reply.json]).toEqual([200, expected]);
  });

  it.each<[string, object, object]>([
    [
      "overload",
      { a: 1 },
      {
        code: "PGRST203",
        message:
          "Could not choose the best candidate function between: public.overload(a => integer), public.overload(a => text)",
        hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
        details: null,
      },
    ],
    [
      "unnamed_number",
      { "": 1 },
      {
        code: "PGRST202",
        message: "Could not find the function public.unnamed_number() in the schema cache",
        details:
          "Searched for the function public.unnamed_number with parameter  or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
        hint: null,
      },
    ],
    [
      "status_off",
      { name: "x" },
      {
        code: "PGRST202",
        message: "Could not find the function public.status_off(name) in the schema cache",
        details:
          "Searched for the function public.status_off with parameter name or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
        hint: "Perhaps you meant to call the function public.status_of",
      },
    ],
    [
      "status_of",
      { nam: "x", also: 1 },
      {
        code: "PGRST202",
        message: "Could not find the function public.status_of(also, nam) in the schema cache",
        details:
          "Searched for the function public.status_of with parameters also, nam or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
        hint: "Perhaps you meant to call the function public.status_of(name)",
      },
    ],
  ])("reject %s with %j in PostgREST's words", async (name, args, expected) => {
    const { error } = await world.anon.rpc(name, args);
    expect(error).toEqual(expected);
  });

  it("see only functions that they may call", async () => {
    const { error } = await world.anon.rpc("hidden_rp");
    expect([error?.code, error?.hint]).toEqual(["PGRST202", null]);
    expect((await world.service.rpc("hidden_rp")).error?.hint).toBe(
      "Perhaps you meant to call the function public.hidden_rpc",
    );
  });

  it("are ambiguous with several unnamed overloads", async () => {
    const { error } = await world.anon.rpc("mixed", { "": "x" });
    expect(error).toBeNull();
    expect((await world.anon.rpc("doubled", { "": 1 })).error?.code).toBe("PGRST202");
  });
});

describe("functions that change the response", () => {
  it("set its status and headers", async () => {
    const reply = await world.raw("anon", "/rpc/teapot", { method: "POST" });
    expect([reply.status, reply.json, reply.headers.get("x-kettle")]).toEqual([
      418,
      "short and stout",
      "on",
    ]);
  });

  it.each([
    ["response.status", "1000", "PGRST112"],
    ["response.headers", "{}", "PGRST111"],
    ["response.headers", '[{"bad name": "x"}]', "PGRST111"],
  ])("reject %s as %s", async (name, value, code) => {
    const { error, status } = await world.anon.rpc("bad_setting", { name, value });
    expect([status, error?.code]).toEqual([500, code]);
  });

  it("raise it as a whole, or get PGRST121 when it is invalid", async () => {
    const message = JSON.stringify({ code: "123", message: "Payment Required", hint: "pay" });
    const detail = JSON.stringify({ status: 402, headers: { "X-Powered-By": "Nerd Rage" } });
    const paid = await world.anon.rpc("raised", { message, detail });
    expect([paid.status, paid.error]).toEqual([
      402,
      { code: "123", message: "Payment Required", details: null, hint: "pay" },
    ]);
    const bad = await world.anon.rpc("raised", { message: "x", detail });
    expect([bad.status, bad.error]).toMatchObject([
      500,
      { code: "PGRST121", details: "Invalid JSON value for MESSAGE: 'x'" },
    ]);
  });
});

describe("hints", () => {
  it("suggest a similar table that the caller may use", async () => {
    const { error } = await world.anon.from("peoples").select();
    expect(error).toEqual({
      code: "PGRST205",
      message: "Could not find the table 'public.peoples' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'public.people'",
    });
    expect((await world.anon.from("friend").select()).error?.hint).toBeNull();
  });

  it("suggest a similar embed", async () => {
    const { error } = await world.anon.from("rooms").select("post(id)");
    expect(error).toEqual({
      code: "PGRST200",
      message: "Could not find a relationship between 'rooms' and 'post' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'rooms' and 'post' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'posts' instead of 'post'.",
    });
  });
});

describe("plans", () => {
  it("are returned as text and as JSON, with the requested options", async () => {
    const text = await world.anon.from("posts").select().explain();
    expect(text.data).toMatch(/^Aggregate {2}\(cost=.*\n/);
    const json = await world.anon.from("posts").select().explain({
      format: "json",
      analyze: true,
      verbose: true,
      buffers: true,
      settings: true,
      wal: true,
    });
    expect(json.data).toMatchObject([
      { Plan: { "Node Type": "Aggregate" }, "Execution Time": expect.any(Number) },
    ]);
    const raw = await world.raw("anon", "/posts", {
      headers: { accept: 'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose|nope;' },
    });
    expect(raw.headers.get("content-type")).toBe(
      'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose; charset=utf-8',
    );
    expect((await world.anon.rpc("people_with", { state: "ONLINE" }).explain()).data).toContain(
      "Aggregate",
    );
    expect(
      (await world.anon.from("rooms").insert({ slug: "y" }).select().explain()).data,
    ).toContain("Insert on rooms");
    expect((await world.anon.from("rooms").select().eq("slug", "y")).data).toEqual([]);
  });
});

describe("the root", () => {
  it("describes the schema for the secret key only", async () => {
    const { data, error } = await world.service.schema("public").getOpenApiSpec();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      swagger: "2.0",
      info: { title: "standard public schema" },
      paths: {
        "/people": { get: {}, post: {}, patch: {}, delete: {} },
        "/rpc/status_of": { get: {}, post: {} },
      },
      definitions: {
        people: {
          required: ["handle"],
          properties: { status: { format: "public.presence", enum: ["ONLINE", "OFFLINE"] } },
        },
      },
    });
    expect((await world.raw("anon", "/")).status).toBe(404);
    const refused = await world.raw("service", "/", { headers: { accept: "text/html" } });
    expect([refused.status, refused.json]).toMatchObject([406, { code: "PGRST107" }]);
  });
});

describe("GeoJSON", () => {
  it("is rejected as an unsupported type", async () => {
    const { error, status } = await world.anon.from("rooms").select().geojson();
    expect([status, error?.code]).toEqual([406, "PGRST107"]);
  });
});

describe("other database features", () => {
  it("reads and writes partitioned tables, generated columns, domains and enums", async () => {
    expect((await world.anon.from("logs").select()).data).toEqual([{ id: 1, day: "2024-05-01" }]);
    expect((await world.anon.from("logs_2024").select()).error?.code).toBe("PGRST205");
    expect((await world.anon.from("squares").insert({ side: 4 }).select()).data).toEqual([
      { side: 4, area: 16 },
    ]);
    const bad = await world.anon.from("people").insert({ handle: "NO" });
    expect([bad.status, bad.error?.code]).toEqual([400, "23514"]);
    const view = await world.anon
      .from("active_people")
      .upsert({ handle: "ada", status: "ONLINE" })
      .select("handle");
    expect([view.status, view.data]).toEqual([200, [{ handle: "ada" }]]);
  });

  it("finds new tables and functions after NOTIFY or at the first request", async () => {
    await world.test.admin.unsafe(
      "create table public.fresh (id int primary key); grant all on public.fresh to anon; notify pgrst, 'reload schema'",
    );
    await expect.poll(async () => (await world.anon.from("fresh").select()).status).toBe(200);
  });
});
