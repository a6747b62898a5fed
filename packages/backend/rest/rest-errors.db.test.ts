import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());

/** Returns the data that an attack must not change. */
async function snapshot(): Promise<unknown> {
  const rows = await world.test.admin`
    select (select json_agg(n order by n.id) from public.notes n)::text as notes,
           (select json_agg(s order by s.id) from public.secrets s)::text as secrets,
           (select count(*)::int from pg_catalog.pg_class where relnamespace = 'public'::regnamespace) as relations`;
  return rows[0];
}

describe("SQL in a request", () => {
  const attacks = [
    "1; drop table notes; --",
    "1' or '1'='1",
    "1) or (1=1",
    `1" or ""="`,
    "1 union select word from secrets",
    "(select word from secrets)",
    "'||(select word from secrets)||'",
    "$1",
    "$$; select 1; $$",
    "E'\\\\'",
    String.raw`\'; select pg_sleep(9); --`,
    "/* */ 1",
    "::regclass",
    "pg_catalog.pg_sleep(9)",
    '"; delete from notes; --',
    "auth.users",
    "0x31",
    "1\n;select 1",
    "{1,2}) or (true",
    "%27%3B",
  ];
  const positions: readonly (readonly [string, (attack: string) => string])[] = [
    ["a value", (attack) => `/notes?id=eq.${attack}`],
    ["a text value", (attack) => `/notes?text=eq.${attack}`],
    ["a list", (attack) => `/notes?text=in.(${attack})`],
    ["a pattern", (attack) => `/notes?text=like.${attack}`],
    ["an operator", (attack) => `/notes?id=${attack}.1`],
    ["a quantifier", (attack) => `/notes?id=eq(${attack}).1`],
    ["a text search configuration", (attack) => `/notes?text=fts(${attack}).x`],
    ["a column", (attack) => `/notes?${attack}=eq.1`],
    ["a table", (attack) => `/${attack.replaceAll("/", "%2F")}`],
    ["a function", (attack) => `/rpc/${attack.replaceAll("/", "%2F")}`],
    ["an argument's name", (attack) => `/rpc/greet?${attack}=x`],
    ["select", (attack) => `/notes?select=${attack}`],
    ["an alias", (attack) => `/notes?select=${attack}:id`],
    ["a quoted alias", (attack) => `/notes?select="${attack.replaceAll(/["\\]/g, "")}":id`],
    ["a cast", (attack) => `/notes?select=id::${attack}`],
    ["a JSON key", (attack) => `/authors?select=data->${attack}`],
    [
      "a quoted JSON key",
      (attack) => `/authors?select=data->>"${attack.replaceAll(/["\\]/g, "")}"`,
    ],
    ["an embed", (attack) => `/notes?select=${attack}(*)`],
    ["a hint", (attack) => `/notes?select=films!${attack}(*)`],
    ["order", (attack) => `/notes?order=${attack}`],
    ["a direction", (attack) => `/notes?order=id.${attack}`],
    ["limit", (attack) => `/notes?limit=${attack}`],
    ["offset", (attack) => `/notes?offset=${attack}`],
    ["a tree", (attack) => `/notes?or=(${attack})`],
    ["a tree's value", (attack) => `/notes?or=(text.eq.${attack})`],
    ["columns", (attack) => `/notes?columns=${attack}`],
  ];

  it.each(positions)("in %s is a value or an error, never SQL", async (_, pathOf) => {
    const before = await snapshot();
    for (const attack of attacks) {
      const path = pathOf(encodeURIComponent(attack)).replaceAll("%252F", "%2F");
      const reply = await world.raw("anna", path);
      expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(500);
      expect(reply.text).not.toContain("top");
      expect(reply.text).not.toContain("ben one");
    }
    expect(await snapshot()).toEqual(before);
  });

  it.each([
    [
      "a key of the body",
      (attack: string) => ({ path: "/notes", body: JSON.stringify({ [attack]: 1 }) }),
    ],
    [
      "a value of the body",
      (attack: string) => ({ path: "/notes?columns=id", body: JSON.stringify({ id: attack }) }),
    ],
    [
      "on_conflict",
      (attack: string) => ({
        path: `/notes?on_conflict=${encodeURIComponent(attack)}`,
        body: '{"id":"x"}',
      }),
    ],
    [
      "an argument of a call",
      (attack: string) => ({ path: "/rpc/greet", body: JSON.stringify({ [attack]: 1 }) }),
    ],
    ["a preference", (attack: string) => ({ path: "/rpc/nothing", body: "{}", prefer: attack })],
  ])("in %s is a value or an error", async (_, requestOf) => {
    const before = await snapshot();
    for (const attack of attacks.filter((text) => !text.includes("\n"))) {
      const {
        path,
        body,
        prefer = "",
      }: { path: string; body: string; prefer?: string } = requestOf(attack);
      const headers = {
        "content-type": "application/json",
        prefer: `resolution=merge-duplicates,timezone=${prefer}`,
      };
      const reply = await world.raw("anna", path, { method: "POST", body, headers });
      expect(reply.status, `${path} ${body}: ${reply.text}`).toBeLessThan(500);
    }
    expect(await snapshot()).toEqual(before);
  });

  it("is stored and found as text", async () => {
    for (const attack of attacks) {
      const made = await world.anna.from("notes").insert({ text: attack }).select("id").single();
      const id: unknown = made.data?.["id"];
      const found = await world.anna
        .from("notes")
        .select("text")
        .eq("text", attack)
        .eq("id", id)
        .single();
      expect(found.data).toEqual({ text: attack });
      await world.anna.from("notes").delete().eq("id", id);
    }
  });
});

describe("an unavailable resource", () => {
  it.each([
    ["GET", "/", 404, "PGRST126"],
    ["GET", "/notes/1", 404, "PGRST125"],
    ["GET", "/rpc/a/b", 404, "PGRST125"],
    ["GET", "/nope", 404, "PGRST205"],
    ["GET", "/pg_class", 404, "PGRST205"],
    ["GET", "/pg_catalog.pg_class", 404, "PGRST205"],
    ["GET", "/auth.users", 404, "PGRST205"],
    ["GET", "/users", 404, "PGRST205"],
    ["GET", "/Notes", 404, "PGRST205"],
    ["POST", "/nope", 404, "PGRST205"],
    ["OPTIONS", "/notes", 405, "PGRST117"],
    ["TRACE-LIKE", "/notes", 405, "PGRST117"],
  ])("rejects %s %s with %i %s", async (method, path, status, code) => {
    const body = method === "POST" ? { body: "{}" } : {};
    const headers = { "content-type": "application/json" };
    const reply = await world.raw("anna", path, { method, headers, ...body });
    expect([reply.status, reply.json]).toMatchObject([status, { code }]);
  });

  it("is not hinted at by an existing name (R-72)", async () => {
    const reply = await world.raw("anon", "/secret");
    expect(reply.json).toEqual({
      code: "PGRST205",
      message: "Could not find the table 'public.secret' in the schema cache",
      details: null,
      hint: null,
    });
  });

  it("responds for a forbidden table with 401 for visitors and 403 for users", async () => {
    expect((await world.anon.from("secrets").select()).status).toBe(401);
    const user = await world.anna.from("secrets").select();
    expect([user.status, user.error?.code]).toEqual([403, "42501"]);
    expect((await world.raw("anon", "/secrets")).headers.get("www-authenticate")).toBe("Bearer");
  });

  it.each([
    ["GET", "accept-profile"],
    ["POST", "content-profile"],
  ])("rejects %s of another schema with 406 PGRST106", async (method, header) => {
    for (const schema of ["auth", "storage", "pg_catalog", "public, auth", ""]) {
      const init = {
        method,
        headers: { [header]: schema },
        ...(method === "POST" ? { body: "{}" } : {}),
      };
      const reply = await world.raw("anna", "/notes", init);
      expect([reply.status, reply.json]).toMatchObject([406, { code: "PGRST106" }]);
    }
    const { error } = await world.anna.schema("auth").from("users").select();
    expect(error).toMatchObject({
      code: "PGRST106",
      message: "Invalid schema: auth",
      hint: "Only the following schemas are exposed: public",
    });
  });

  it("rejects unknown preferences with handling=strict: PGRST122", async () => {
    const reply = await world.raw("anon", "/genres", {
      headers: { prefer: "handling=strict, count=exact, tx=rollback, count=guess" },
    });
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { code: "PGRST122", details: "Invalid preferences: tx=rollback, count=guess" },
    ]);
  });
});

describe("a request beyond a limit", () => {
  const list = (count: number, item: (number: number) => string) =>
    Array.from({ length: count }, (_, number) => item(number)).join(",");

  it.each([
    ["in() of 201 values", `/films?id=in.(${list(201, String)})`],
    ["501 columns", `/films?select=${list(501, (n) => `a${n}:id`)}`],
    ["100 stars", `/films?select=${list(100, () => "*")}`],
    ["21 terms of order", `/films?order=${list(21, () => "id")}`],
    ["trees 11 deep", `/films?or=${"(and".repeat(10)}(id.eq.1)${")".repeat(10)}`],
    ["JSON paths of 21 steps", `/authors?select=data${"->a".repeat(21)}`],
    ["embeds 21 deep", `/films?select=${"a(".repeat(21)}id${")".repeat(21)}`],
  ])("rejects %s with 400 PGRST100 (R-33)", async (_, path) => {
    const reply = await world.raw("anna", path);
    expect([reply.status, reply.json]).toMatchObject([400, { code: "PGRST100" }]);
  });

  it("accepts a URL full of filters", async () => {
    const filters = Array.from({ length: 900 }, () => "id=gt.0").join("&");
    expect((await world.raw("anna", `/films?select=id&${filters}`)).status).toBe(200);
    const tree = list(900, () => "id.eq.1");
    expect((await world.raw("anna", `/films?select=id&or=(${tree})`)).status).toBe(200);
  });

  it("cancels a slow statement with 503 57014 and Retry-After (R-63)", async () => {
    const reply = await world.raw("anon", "/rpc/slow", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect([reply.status, reply.json]).toMatchObject([
      503,
      { code: "57014", message: "canceling statement due to statement timeout" },
    ]);
    expect(reply.headers.get("retry-after")).toBe("2");
  });
});

describe("an invalid body (B-03)", () => {
  it.each([
    ["broken JSON", "{"],
    ["nothing", ""],
    ["a byte order mark", "\uFEFF{}"],
    ["50,000 levels", "[".repeat(50_000)],
    ["__proto__", '{"__proto__":{"admin":true}}'],
    ["constructor", '{"constructor":1}'],
    ["NUL", String.raw`{"text":"\u0000"}`],
    ["a raw NUL", '{"text":"\0"}'],
    ["a lone surrogate", String.raw`{"text":"\udc00"}`],
    ["a number", "1"],
    ["null", "null"],
    ["a list of numbers", "[1,2]"],
  ])("rejects %s with 400 PGRST102", async (_, body) => {
    const headers = { "content-type": "application/json" };
    const reply = await world.raw("anna", "/notes", { method: "POST", body, headers });
    expect([reply.status, reply.json]).toMatchObject([400, { code: "PGRST102" }]);
  });

  it("rejects invalid UTF-8 with 400 PGRST102", async () => {
    const reply = await world.raw("anna", "/notes", {
      method: "POST",
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
      headers: { "content-type": "application/json" },
    });
    expect([reply.status, reply.json]).toMatchObject([400, { code: "PGRST102" }]);
  });

  it.each([
    ["1e400 in an integer", '{"text":"x","stars":1e400}', "22P02"],
    ["a huge number in an integer", `{"text":"x","stars":${"9".repeat(400)}}`, "22003"],
    ["an object in an integer", '{"text":"x","stars":{}}', "22P02"],
  ])("gets 400 from PostgreSQL for %s", async (_, body, code) => {
    const headers = { "content-type": "application/json" };
    const reply = await world.raw("anna", "/notes", { method: "POST", body, headers });
    expect([reply.status, reply.json]).toMatchObject([400, { code }]);
  });
});

describe("the schema", () => {
  it("is read again for an unknown name and after a notification", async () => {
    const wait = { timeout: 20_000 };
    await world.test.admin`create table public.fresh (id int primary key)`;
    await world.test.admin`grant select on public.fresh to anon`;
    await expect.poll(async () => (await world.anon.from("fresh").select()).status, wait).toBe(200);
    await world.test.admin`alter table public.fresh add column later text default 'x'`;
    await world.test.admin`insert into public.fresh values (1)`;
    await world.test.admin`notify pgrst, 'reload schema'`;
    await expect
      .poll(async () => (await world.anon.from("fresh").select("later")).data, wait)
      .toEqual([{ later: "x" }]);
    await world.test.admin`drop table public.fresh`;
    await expect.poll(async () => (await world.anon.from("fresh").select()).status, wait).toBe(404);
  });
});
