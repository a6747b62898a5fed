import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { connector } from "#server/database/connection.ts";
import { prepareDataDir } from "#server/database/embedded/data-dir.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { EMBEDDED_DATABASE, prepareEmbedded } from "#server/database/open-database.ts";
import { createLogger } from "#server/kit/log.ts";
import { markdownTable } from "./table.ts";

/**
 * `node scripts/bench/change-capture.ts`: what it costs a table to tell its changes, by triggers with NOTIFY and
 * by logical decoding, on the embedded PostgreSQL as it is started (decision 045).
 */

const SINGLE_WRITES = 1_000;
const BULK_ROWS = 20_000;
const DELAY_WRITES = 200;
const SECRET = "secret of a measurement on this machine";

type Heard = { until(count: number): Promise<void> };
type Way = {
  readonly name: string;
  readonly walLevel: "replica" | "logical";
  prepare(sql: Sql, other: Sql): Promise<Heard | null>;
};

const WAYS: readonly Way[] = [
  { name: "nothing", walLevel: "replica", prepare: () => Promise.resolve(null) },
  {
    name: "trigger, nobody listens",
    walLevel: "replica",
    async prepare(sql) {
      await sql`select realtime.follow_publication()`;
      return null;
    },
  },
  {
    name: "trigger and NOTIFY",
    walLevel: "replica",
    async prepare(sql, other) {
      const server = randomUUID();
      await sql`select realtime.follow_publication()`;
      await sql`insert into realtime.servers (id, seen_at) values (${server}, now() + interval '1 hour')`;
      await sql`insert into realtime.watched (entity, server)
        values ('public.measured'::regclass::oid, ${server})`;
      let reading = Promise.resolve();
      return countHeard(async (hear) => {
        const readAfter = async (last: Promise<void>, transaction: string): Promise<void> => {
          await last;
          const rows = await other`select record::text from realtime.changes
            where transaction_id = ${transaction}::text::xid8 order by id`;
          hear(rows.length);
        };
        await other.listen("realtime_changes", (transaction) => {
          reading = readAfter(reading, transaction);
        });
      });
    },
  },
  {
    name: "logical decoding",
    walLevel: "logical",
    async prepare(sql, other) {
      // The name that the driver subscribes to.
      await sql`create publication alltables for table public.measured`;
      return countHeard(async (hear) => {
        await other.subscribe("insert", () => hear(1));
      });
    },
  },
];

const rows: (string | number)[][] = [];
for (const way of WAYS) {
  rows.push([way.name, ...(await measure(way))]);
  console.log(rows.at(-1)?.join(", "));
}
console.log(
  markdownTable([
    [
      "",
      "commits of one row a second",
      `${BULK_ROWS} rows in one`,
      "write-ahead log per row",
      "heard after, p50 and p99",
    ],
    ...rows,
  ]),
);

async function measure(way: Way): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "capture-bench-"));
  prepareDataDir(dataDir);
  const log = createLogger("silent");
  const server = await startEmbedded({
    dataDir,
    secret: SECRET,
    requestedUid: null,
    log,
    extraSettings: { wal_level: way.walLevel },
  });
  const connect = connector(server.address, SECRET, EMBEDDED_DATABASE);
  await prepareEmbedded(connect, SECRET, { log });
  const sql = connect("supabase_admin", { max: 1 });
  const other = connect("supabase_admin", { max: 2 });
  try {
    await sql`create table public.measured (
      id bigint generated always as identity primary key, owner uuid not null default gen_random_uuid(),
      title text not null, body text not null, made_at timestamptz not null default now())`;
    await sql`alter table public.measured owner to postgres`;
    await sql`alter publication supabase_realtime add table public.measured`;
    const heard = await way.prepare(sql, other);
    return await writeAndTell(sql, heard);
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), other.end({ timeout: 1 })]);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function writeAndTell(sql: Sql, heard: Heard | null): Promise<string[]> {
  const write = (): Promise<unknown> =>
    sql`insert into public.measured (title, body) values ('title', ${"word ".repeat(40)})`;
  for (let warm = 0; warm < 200; warm += 1) await write();
  let count = 200;
  await heard?.until(count);
  const logBefore = await logPosition(sql);
  let beganMs = performance.now();
  for (let done = 0; done < SINGLE_WRITES; done += 1) await write();
  const perSecond = (SINGLE_WRITES / (performance.now() - beganMs)) * 1_000;
  const logPerRow = ((await logPosition(sql)) - logBefore) / SINGLE_WRITES;
  count += SINGLE_WRITES;
  await heard?.until(count);
  beganMs = performance.now();
  await sql`insert into public.measured (title, body)
    select 'title', ${"word ".repeat(40)} from generate_series(1, ${BULK_ROWS})`;
  const bulkMs = performance.now() - beganMs;
  count += BULK_ROWS;
  await heard?.until(count);
  const delays: number[] = [];
  const measured = heard === null ? 0 : DELAY_WRITES;
  for (let done = 0; done < measured; done += 1) {
    await write();
    const writtenMs = performance.now();
    count += 1;
    await heard?.until(count);
    delays.push(performance.now() - writtenMs);
  }
  const sorted = delays.toSorted((one, two) => one - two);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return [
    perSecond.toFixed(0),
    `${bulkMs.toFixed(0)} ms`,
    `${logPerRow.toFixed(0)} bytes`,
    heard === null ? "" : `${at(0.5)} ms, ${at(0.99)} ms`,
  ];
}

async function logPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ at: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as at`;
  return Number(row?.at);
}

async function countHeard(start: (hear: (rows: number) => void) => Promise<void>): Promise<Heard> {
  let total = 0;
  let waiting: { readonly count: number; readonly resolve: () => void } | null = null;
  await start((count) => {
    total += count;
    if (waiting !== null && total >= waiting.count) waiting.resolve();
  });
  return {
    until: (count) =>
      new Promise((resolve) => {
        if (total >= count) resolve();
        else waiting = { count, resolve };
      }),
  };
}
