import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { connectCluster } from "@reign-tv/backend/operations";

/** Writes rows stopping HTTP during a failure and records the result of each write. */
export type AcknowledgedWrites = {
  /** Names of the rows that the server answered with 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** Count of the other results by status; "none" is a failed connection. */
  readonly failures: ReadonlyMap<string, number>;
  /** Starts writers until `writers` run; each sends one row at a time. */
  start(writers: number): void;
  /** Resolves after `count` more acknowledged rows. Rejects after `limitMs`. */
  untilWritten(count: number, limitMs: number): Promise<void>;
  stop(): Promise<void>;
  /** Acknowledged rows that are missing from the database. */
  lost(): Promise<string[]>;
};

type ServerLocation = { readonly url: string; readonly dataDir: string };

const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_DELAY_MS = 20;
const POLL_INTERVAL_MS = 10;
const VISIBLE_LIMIT_MS = 10_000;
const siteSchema = v.object({ publishableKey: v.string() });

/** Creates the table on a running server. The server may be killed and restarted at the same URL. */
export async function openAcknowledgedWrites({
  url,
  dataDir,
}: ServerLocation): Promise<AcknowledgedWrites> {
  await queryCluster(dataDir, (sql) =>
    sql.unsafe(`create table if not exists public.written (name text primary key);
      grant select, insert on public.written to anon;
      notify pgrst, 'reload schema'`),
  );
  const { publishableKey } = v.parse(siteSchema, await (await fetch(`${url}/api/site`)).json());
  const acknowledged = new Set<string>();
  const failures = new Map<string, number>();
  const writers: Promise<void>[] = [];
  const stopping = new AbortController();

  async function send(name: string): Promise<string> {
    try {
      const response = await fetch(`${url}/rest/v1/written`, {
        method: "POST",
        headers: { apikey: publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ name }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      await response.text();
      return String(response.status);
    } catch {
      return "none";
    }
  }
  async function write(writer: number): Promise<void> {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const name = `${writer}:${number}`;
      const status = await send(name);
      if (status === "201") acknowledged.add(name);
      else {
        failures.set(status, (failures.get(status) ?? 0) + 1);
        await sleep(RETRY_DELAY_MS);
      }
    }
  }
  // PostgREST's schema cache takes a moment to reload.
  const deadline = performance.now() + VISIBLE_LIMIT_MS;
  while ((await send(`first:${performance.now()}`)) !== "201" && performance.now() < deadline) {
    await sleep(POLL_INTERVAL_MS);
  }
  return {
    acknowledged,
    failures,
    start(count) {
      while (count > writers.length) writers.push(write(writers.length));
    },
    async untilWritten(count, limitMs) {
      const goal = acknowledged.size + count;
      const last = performance.now() + limitMs;
      while (acknowledged.size < goal) {
        if (performance.now() > last) throw new Error(`No ${count} writes in ${limitMs} ms.`);
        await sleep(POLL_INTERVAL_MS);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(writers);
    },
    async lost() {
      // Copied before the query, because writers continue while it runs.
      const expected = [...acknowledged];
      const rows = await queryCluster(
        dataDir,
        (sql) => sql<{ name: string }[]>`select name from public.written`,
      );
      const stored = new Set(rows.map(({ name }) => name));
      return expected.filter((name) => !stored.has(name));
    },
  };
}

type Sql = ReturnType<Awaited<ReturnType<typeof connectCluster>>["connect"]>;

/** Queries the database directly, as its superuser. */
async function queryCluster<T>(dataDir: string, work: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Formats counts for a log line, for example "(503: 120; none: 4)". */
export function describeFailures(failures: ReadonlyMap<string, number>): string {
  const parts = [...failures].map(([status, count]) => `${status}: ${count}`).toSorted();
  return parts.length === 0 ? "none" : `(${parts.join("; ")})`;
}
