import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as v from "valibot";
import { connectCluster } from "@reign-tv/backend/operations";
import { putPreparedDatabase } from "@reign-tv/backend/testing";
import { type SupervisedServer, startSupervisedServer } from "./support/supervised-server.ts";

const WRITERS = 4;
const PAGES = ["/", "/fr", "/live-tv", "/devotional"];
/** Rows written before and after the restart. */
const REQUESTS_BETWEEN = 25;
const siteSchema = v.object({ publishableKey: v.string() });

/** As in an upgrade: the server ends and the next one takes over its listening socket. */
describe("a restart under writing clients", () => {
  let server: SupervisedServer;
  const written: string[] = [];
  const faults: string[] = [];
  const over = new AbortController();
  let key = "";

  beforeAll(async () => {
    server = await startSupervisedServer({}, putPreparedDatabase);
    const { connect } = await connectCluster(server.dataDir);
    const sql = connect("supabase_admin", { max: 1 });
    await sql.unsafe(`create table public.written (name text primary key);
      grant select, insert on public.written to anon;
      notify pgrst, 'reload schema'`);
    await sql.end();
    const site = v.parse(siteSchema, await (await fetch(`${server.url}/api/site`)).json());
    key = site.publishableKey;
    const client = createClient(server.url, key, { auth: { persistSession: false } });
    // PostgREST's schema cache takes a moment to reload.
    await vi.waitUntil(async () => (await client.from("written").select()).error === null, 10_000);
  }, 90_000);
  afterAll(() => server.stop());

  async function write(writer: number): Promise<void> {
    const client = createClient(server.url, key, { auth: { persistSession: false } });
    for (let number = 0; !over.signal.aborted; number += 1) {
      const name = `${writer}:${number}`;
      const { error, status } = await client.from("written").insert({ name });
      if (error === null) written.push(name);
      else faults.push(`insert ${status} ${error.message}`);
    }
  }
  async function read(path: string): Promise<void> {
    while (!over.signal.aborted) {
      const answer = await fetch(new URL(path, server.url)).catch((error: unknown) =>
        describeError(error),
      );
      if (typeof answer === "string") faults.push(`${path} ${answer}`);
      else if (!answer.ok) faults.push(`${path} ${answer.status}`);
      else await answer.text().catch((error: unknown) => faults.push(`${path} ${String(error)}`));
    }
  }
  async function untilWritten(count: number): Promise<void> {
    while (written.length < count) await new Promise((done) => setTimeout(done, 10));
  }

  it("loses no row and shows no client an error", { timeout: 120_000 }, async () => {
    const clients = [
      ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
      ...PAGES.map(read),
    ];
    try {
      await untilWritten(written.length + REQUESTS_BETWEEN);
      await server.restart();
      await untilWritten(written.length + REQUESTS_BETWEEN);
    } finally {
      over.abort();
      await Promise.all(clients);
    }
    expect(faults).toEqual([]);
    const { connect } = await connectCluster(server.dataDir);
    const sql = connect("supabase_admin", { max: 1 });
    const rows = await sql<{ name: string }[]>`select name from public.written`;
    await sql.end();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
  });
});

/** A failed fetch has its reason in `cause`. */
function describeError(error: unknown): string {
  return error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
}
