import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import connect from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { joined, listen } from "#server/backend/realtime/realtime-client.fixture.ts";
import { type PlayedPostgres, playPostgres } from "./support/fake-postgres.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";

const EMAIL = "anna@reign-tv.example";
const PASSWORD = "green pastures 23";
const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };
const siteSchema = z.object({ publishableKey: z.string() });
const pushSchema = z.object({ publicKey: z.string() });

/** Two servers with empty folders on one DATABASE_URL: a visitor cannot tell which one answers. */
describe("two servers on one database", () => {
  let postgres: PlayedPostgres;
  let folder = "";
  let servers: readonly ServerProcess[] = [];
  let keys: readonly string[] = [];

  beforeAll(async () => {
    postgres = await playPostgres();
    folder = mkdtempSync(join(tmpdir(), "reign-two-"));
    await postgres.run("create role owner login createrole password 'owner-password'");
    await postgres.run("create database ministry owner owner");
    const variables = {
      DATABASE_URL: postgres.urlOf("owner", "owner-password", "ministry"),
      PUBLIC_URL: "http://127.0.0.1:9",
    };
    servers = await Promise.all(
      ["one", "two"].map((name) =>
        startServerProcess({ ...variables, DATA_DIR: join(folder, name) }),
      ),
    );
    keys = await Promise.all(
      servers.map(async ({ url }) => {
        const site = siteSchema.parse(await (await fetch(`${url}/api/site`)).json());
        return site.publishableKey;
      }),
    );
  }, 120_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function clientOf(index: number): SupabaseClient {
    return createClient(servers[index]?.url ?? "", keys[0] ?? "", OPTIONS);
  }

  it("share the key of programs and the keys of reminders", async () => {
    expect(keys[1]).toBe(keys[0]);
    const pushKeys = await Promise.all(
      servers.map(async ({ url }) =>
        pushSchema.parse(await (await fetch(`${url}/api/push`)).json()),
      ),
    );
    expect(pushKeys[1]).toEqual(pushKeys[0]);
  });

  it("believe each other's sessions, and take each other's refresh tokens", async () => {
    const one = clientOf(0);
    const { data } = await one.auth.signUp({ email: EMAIL, password: PASSWORD });
    const token = data.session?.access_token ?? "";
    const two = clientOf(1);
    expect((await two.auth.getUser(token)).data.user?.email).toBe(EMAIL);
    const refreshed = await two.auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? "",
    });
    expect(refreshed.error).toBeNull();
    expect((await one.auth.getUser(refreshed.data.session?.access_token)).error).toBeNull();
  });

  it("carry messages, presences and changes of tables from one to the other", async () => {
    await postgres.run(
      `set role ministry_owner;
       create table public.notes (id int primary key, title text);
       grant select on public.notes to anon;
       alter publication supabase_realtime add table public.notes`,
      "ministry",
    );
    const [one, two] = [clientOf(0), clientOf(1)];
    const heard = listen<string>();
    const here = one
      .channel("hall", { config: { private: false, presence: { key: "here" } } })
      .on("broadcast", { event: "say" }, ({ payload }) => heard.hear(`said ${payload.text}`))
      .on("presence", { event: "join" }, ({ key }) => heard.hear(`came ${key}`))
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "notes" }, (change) =>
        heard.hear(`wrote ${change.new["title"]}`),
      )
      .on("system", {}, ({ message }) => heard.hear(message));
    await joined(here);
    await heard.find((said) => said === "Subscribed to PostgreSQL");
    const there = two.channel("hall", { config: { presence: { key: "there" } } });
    await joined(there);
    await there.track({});
    await heard.find((said) => said === "came there");
    await there.send({ type: "broadcast", event: "say", payload: { text: "peace" } });
    await heard.find((said) => said === "said peace");
    await postgres.run("insert into public.notes values (1, 'a psalm')", "ministry");
    expect(await heard.find((said) => said.startsWith("wrote"))).toBe("wrote a psalm");
    await expect(joined(two.channel("live", { config: { private: true } }))).resolves.toBeDefined();
    await Promise.all([one.removeAllChannels(), two.removeAllChannels()]);
  });

  it("take each other's links from mails", async () => {
    const sql = connect(postgres.superuser("ministry"), { max: 1 });
    const [kept] = await sql<{ value: string }[]>`
      select value from supabase_migrations.server_secrets where name = 'secret-key'`;
    await sql.end();
    const service = createClient(servers[0]?.url ?? "", kept?.value ?? "", OPTIONS);
    const link = await service.auth.admin.generateLink({ type: "recovery", email: EMAIL });
    const { error } = await clientOf(1).auth.verifyOtp({
      token_hash: link.data.properties?.hashed_token ?? "",
      type: "recovery",
    });
    expect(error).toBeNull();
  });
});
