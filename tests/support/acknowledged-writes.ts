import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { connectCluster } from "#server/database/base-backup/connect-cluster.ts";

/** Rows that visitors write over HTTP while something goes wrong, and what became of each write. */
export type AcknowledgedWrites = {
  /** Names of the rows whose write was answered with 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** How often something else was the answer, by status; "none" for a connection that failed. */
  readonly refused: ReadonlyMap<string, number>;
  /** Begins as many writers; each sends its next row when it has the answer to the last one. */
  start(writers: number): void;
  /** Resolves after so many more acknowledged rows, or rejects after `limitMs`. */
  untilWritten(count: number, limitMs: number): Promise<void>;
  /** Ends the writers. */
  stop(): Promise<void>;
  /** Acknowledged rows that the database does not have. */
  lost(): Promise<string[]>;
};

type Place = { readonly url: string; readonly dataDir: string };

/** A client gives up after so long, as a browser's would. */
const ANSWER_LIMIT_MS = 15_000;
const PAUSE_AFTER_REFUSAL_MS = 20;
const LOOK_EVERY_MS = 10;
const VISIBLE_LIMIT_MS = 10_000;
const siteSchema = z.object({ publishableKey: z.string() });

/** Makes the table of a running server; it may be killed and started again at the same address. */
export async function openAcknowledgedWrites({ url, dataDir }: Place): Promise<AcknowledgedWrites> {
  await askCluster(dataDir, (sql) =>
    sql.unsafe(`create table if not exists public.written (name text primary key);
      grant select, insert on public.written to anon;
      notify pgrst, 'reload schema'`),
  );
  const { publishableKey } = siteSchema.parse(await (await fetch(`${url}/api/site`)).json());
  const acknowledged = new Set<string>();
  const refused = new Map<string, number>();
  const writers: Promise<void>[] = [];
  const over = new AbortController();

  async function send(name: string): Promise<string> {
    try {
      const answer = await fetch(`${url}/rest/v1/written`, {
        method: "POST",
        headers: { apikey: publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ name }),
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      await answer.text();
      return String(answer.status);
    } catch {
      return "none";
    }
  }
  async function write(writer: number): Promise<void> {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const name = `${writer}:${number}`;
      const outcome = await send(name);
      if (outcome === "201") acknowledged.add(name);
      else {
        refused.set(outcome, (refused.get(outcome) ?? 0) + 1);
        await sleep(PAUSE_AFTER_REFUSAL_MS);
      }
    }
  }
  // The change of the schema is noticed a moment later.
  const deadline = performance.now() + VISIBLE_LIMIT_MS;
  while ((await send(`first:${performance.now()}`)) !== "201" && performance.now() < deadline) {
    await sleep(LOOK_EVERY_MS);
  }
  return {
    acknowledged,
    refused,
    start(count) {
      while (count > writers.length) writers.push(write(writers.length));
    },
    async untilWritten(count, limitMs) {
      const goal = acknowledged.size + count;
      const last = performance.now() + limitMs;
      while (acknowledged.size < goal) {
        if (performance.now() > last) throw new Error(`No ${count} writes in ${limitMs} ms.`);
        await sleep(LOOK_EVERY_MS);
      }
    },
    async stop() {
      over.abort();
      await Promise.all(writers);
    },
    async lost() {
      // Before the question: writers may go on while it is answered.
      const expected = [...acknowledged];
      const rows = await askCluster(
        dataDir,
        (sql) => sql<{ name: string }[]>`select name from public.written`,
      );
      const kept = new Set(rows.map(({ name }) => name));
      return expected.filter((name) => !kept.has(name));
    },
  };
}

type Sql = ReturnType<Awaited<ReturnType<typeof connectCluster>>["connect"]>;

/** Asks the database behind the server's back, as its superuser. */
async function askCluster<T>(dataDir: string, work: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** "503: 120, none: 4" */
export function describeRefusals(refused: ReadonlyMap<string, number>): string {
  const parts = [...refused].map(([status, count]) => `${status}: ${count}`).toSorted();
  return parts.length === 0 ? "none" : `(${parts.join("; ")})`;
}
