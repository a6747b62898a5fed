import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import connect, { type Sql } from "postgres";
import { type EarlierRelease, makeEarlierRelease } from "./support/earlier-release.ts";
import { type ManyServers, startManyServers } from "./support/many-servers.ts";
import { putEmptyCluster } from "@reign-tv/backend/testing";

const PAGES = ["/", "/fr", "/live-tv", "/devotional"];
const PLACES = [0, 1];
/** Rows written between two steps. */
const ROWS_BETWEEN = 25;

/** Two servers get a new release one after the other, while visitors write and read. */
describe("a rolling upgrade of two servers", () => {
  let earlier: EarlierRelease;
  let many: ManyServers;
  let sql: Sql;
  const written: string[] = [];
  const faults: string[] = [];
  const over = new AbortController();

  beforeAll(async () => {
    earlier = makeEarlierRelease();
    many = await startManyServers({
      count: PLACES.length,
      root: earlier.root,
      prepare: putEmptyCluster,
    });
    sql = connect(many.postgres.superuser(many.database), { max: 1 });
    await sql.unsafe(`create table public.written (name text primary key);
      grant select, insert on public.written to anon;
      notify pgrst, 'reload schema'`);
    for (const place of PLACES) {
      const client = clientOf(many.urlOf(place));
      await vi.waitUntil(
        async () => (await client.from("written").select()).error === null,
        10_000,
      );
    }
  }, 180_000);
  afterAll(async () => {
    await sql.end();
    await many.stop();
    earlier.remove();
  });

  const clientOf = (url: string) =>
    createClient(url, many.publishableKey, { auth: { persistSession: false } });

  async function write(writer: number): Promise<void> {
    const client = clientOf(many.balancer.url);
    for (let number = 0; !over.signal.aborted; number += 1) {
      const name = `${writer}:${number}`;
      const { error, status } = await client.from("written").insert({ name });
      if (error === null) written.push(name);
      else faults.push(`insert ${status} ${error.message}`);
      const { data } = await client.from("written").select().eq("name", name);
      if (data?.length !== 1) faults.push(`${name} is not there for the next reader`);
    }
  }
  async function read(path: string): Promise<void> {
    while (!over.signal.aborted) {
      const answer = await fetch(many.balancer.url + path);
      if (!answer.ok) faults.push(`${path} ${answer.status}`);
      await answer.text();
    }
  }
  async function untilMoreAreWritten(): Promise<void> {
    const enough = written.length + ROWS_BETWEEN;
    await vi.waitUntil(() => written.length >= enough || faults.length > 0, 60_000);
  }
  async function versions(): Promise<string[]> {
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations`;
    return rows.map(({ version }) => version);
  }

  it(
    "loses no row, shows no client an error, and allows a rollback",
    { timeout: 240_000 },
    async () => {
      expect(await versions()).not.toContain(earlier.lacks);
      const clients = [...PLACES.map(write), ...PAGES.map(read)];
      try {
        for (const place of PLACES) {
          await untilMoreAreWritten();
          expect(await many.end(place)).toBe(0);
          await many.start(place, ".");
          expect(await versions()).toContain(earlier.lacks);
        }
        await untilMoreAreWritten();
        expect(await many.end(0)).toBe(0);
        await many.start(0, earlier.root);
        await untilMoreAreWritten();
      } finally {
        over.abort();
        await Promise.all(clients);
      }
      expect(faults).toEqual([]);
      const rows = await sql<{ name: string }[]>`select name from public.written`;
      expect(rows.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
      expect([...many.balancer.answers.values()].every((count) => count > 0)).toBe(true);
    },
  );
});
