import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.admin.unsafe(`
    set role postgres;
    create table public.hymns (id int primary key, title text not null);
    insert into public.hymns values (1, 'Amazing Grace'), (2, 'Holy, Holy, Holy');
    create function public.hello() returns void language sql volatile as '';
    reset role;`);
});
afterAll(() => backend.close());

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("apikey", backend.publishableKey);
  return fetch(`${backend.url}/rest/v1${path}`, { ...init, headers });
}

describe("the rest service behind the gateway", () => {
  it("reads, writes and calls over HTTP with the unmodified client (S7.39)", async () => {
    const client = createClient(backend.url, backend.publishableKey);
    const list = await client.from("hymns").select("*", { count: "exact" }).order("id").limit(1);
    expect([list.status, list.count, list.data]).toEqual([
      206,
      2,
      [{ id: 1, title: "Amazing Grace" }],
    ]);
    const made = await client.from("hymns").insert({ id: 3, title: "Été" }).select().single();
    expect([made.status, made.data]).toEqual([201, { id: 3, title: "Été" }]);
    const head = await client.from("hymns").select("*", { count: "exact", head: true });
    expect([head.status, head.count]).toEqual([200, 3]);
    expect((await client.from("hymns").delete().eq("id", 3)).status).toBe(204);
    expect((await client.rpc("hello")).status).toBe(204);
    const error = await client.from("hymns").insert({ id: 1, title: "again" });
    expect([error.status, error.error?.code]).toEqual([409, "23505"]);
  });

  it("identifies its root and hides its description", async () => {
    for (const path of ["", "/"]) {
      const reply = await send(path);
      expect([reply.status, await reply.json()]).toMatchObject([404, { code: "PGRST126" }]);
    }
  });

  it.each([
    ["a body over 256 KB", { body: JSON.stringify({ title: "x".repeat(262_144) }) }, 413],
    ["50,000 levels of JSON", { body: "[".repeat(50_000) }, 400],
    [
      "the same under another spelling of its type",
      { body: "[".repeat(50_000), type: "application/JSON" },
      400,
    ],
    ["__proto__", { body: '{"__proto__":1}' }, 400],
    ["NUL", { body: String.raw`{"id":9,"title":"\u0000"}` }, 400],
    ["a lone surrogate", { body: String.raw`{"id":9,"title":"\ud800"}` }, 400],
  ])("rejects %s", async (_, { body, ...rest }: { body: string; type?: string }, status) => {
    const headers = { "content-type": rest.type ?? "application/json" };
    const reply = await send("/hymns", { method: "POST", body, headers });
    expect(reply.status).toBe(status);
  });

  it("rejects URLs over 8 KB with 414 (R-33)", async () => {
    const reply = await send(`/hymns?title=eq.${"x".repeat(8_192)}`);
    expect(reply.status).toBe(414);
  });
});
