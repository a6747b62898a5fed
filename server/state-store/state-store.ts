import { createFileStore } from "@reign-tv/kit/files/file-store.ts";
import type { KeyValueStore } from "@reign-tv/kit/function-contract.ts";
import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFile } from "@reign-tv/kit/files/atomic-file.ts";
import { createExpiringFiles, createExpiringRows, type ExpiringStore } from "./expiring-store.ts";
import type { Sql } from "postgres";
import { connectAsOwner } from "@reign-tv/backend";

/** State between starts: texts by area and key, of this server or of all on its database. */
export type StateStore = {
  /** Store of texts that can be replaced. */
  storeOf(area: string): KeyValueStore;
  /** Store of texts that never change. */
  appendOnlyOf(area: string): AppendOnlyStore;
  /** Counters for quotas per period, shared by all servers. */
  countsOf(area: string): PeriodCounters;
  /**
   * Store of texts that several servers change at the same time.
   *
   * @param lifetimeMs a text is deleted some time after it was last written this long ago.
   */
  expiringOf(area: string, lifetimeMs: number): ExpiringStore;
  close(): Promise<void>;
};

/** Counts by key; only the newest period of each is kept. */
export type PeriodCounters = {
  /**
   * Adds one.
   *
   * @param key letters, digits and dashes.
   * @param period number of the period, higher for a later one.
   * @returns the count of that period, this one included, and perhaps some that were added at the same
   * moment.
   * @throws the error of the disk or the database.
   */
  add(key: string, period: number): Promise<number>;
};

/** Texts that are created once, each under its own name. */
export type AppendOnlyStore = {
  /** All names in alphabetical order. */
  names(): Promise<readonly string[]>;
  /** @throws the error of the disk or the database; also for an unknown name. */
  read(name: string): Promise<string>;
  /** @returns false when the name exists, perhaps created by another server just now. */
  create(name: string, text: string): Promise<boolean>;
};

const ENDING = ".json";
const COUNT_ENDING = ".count";

/** State as files: a folder of DATA_DIR for each area. */
export function createFileStateStore(dataDir: string): StateStore {
  return {
    storeOf: (area) => createFileStore(join(dataDir, area)),
    appendOnlyOf: (area) => createFileAppendOnlyStore(join(dataDir, area)),
    countsOf: (area) => fileCounts(join(dataDir, area)),
    expiringOf: (area, lifetimeMs) => createExpiringFiles(join(dataDir, area), lifetimeMs),
    close: () => Promise.resolve(),
  };
}

/** Store of files `{name}.json`; of the processes that share the folder, exactly one creates each. */
export function createFileAppendOnlyStore(folder: string): AppendOnlyStore {
  const fileOf = (name: string): string => join(folder, `${name}${ENDING}`);
  return {
    async names() {
      await mkdir(folder, { recursive: true });
      const files = await readdir(folder);
      return files
        .filter((file) => file.endsWith(ENDING) && !file.startsWith("."))
        .map((file) => file.slice(0, -ENDING.length))
        .toSorted();
    },
    read: (name) => readFile(fileOf(name), "utf8"),
    create: (name, text) => createFile(fileOf(name), text),
  };
}

/** Counters as lengths of files: the system orders appends of several processes. */
function fileCounts(folder: string): PeriodCounters {
  /** The period of each key whose file this process has seen. */
  const current = new Map<string, number>();
  return {
    async add(key, period) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${key}.${period}${COUNT_ENDING}`;
      const file = await open(join(folder, name), "a", 0o600);
      try {
        await file.write("1");
        const { size } = await file.stat();
        if (current.get(key) !== period) await forgetOthers(folder, key, name);
        current.set(key, period);
        return size;
      } finally {
        await file.close();
      }
    },
  };
}

async function forgetOthers(folder: string, key: string, kept: string): Promise<void> {
  const names = await readdir(folder);
  const over = names.filter(
    (name) => name.startsWith(`${key}.`) && name.endsWith(COUNT_ENDING) && name !== kept,
  );
  await Promise.all(over.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * State as rows of the database, shared by all its servers. Imports this server's earlier files where no
 * server has written yet.
 *
 * @param databaseUrl leads to a prepared database, without a pooler between.
 */
export async function openDatabaseStateStore(
  databaseUrl: string,
  dataDir: string,
): Promise<StateStore> {
  const sql = await connectAsOwner(databaseUrl);
  const files = createFileStateStore(dataDir);

  return {
    storeOf(area) {
      const imported = files.storeOf(area);
      return {
        async get(key) {
          const kept = await find(sql, area, key);
          if (kept !== null) return kept;
          const text = await imported.get(key);
          if (text === null) return null;
          await create(sql, { area, key, text });
          return find(sql, area, key);
        },
        async set(key, value) {
          await sql`
            insert into supabase_migrations.server_records (area, key, value)
            values (${area}, ${key}, ${value})
            on conflict (area, key) do update set value = excluded.value, written_at = now()`;
        },
      };
    },
    appendOnlyOf(area) {
      const imported = files.appendOnlyOf(area);
      const list = async (): Promise<string[]> => {
        const rows = await sql<{ key: string }[]>`
          select key from supabase_migrations.server_records where area = ${area}`;
        return rows.map(({ key }) => key).toSorted();
      };
      return {
        async names() {
          const known = await list();
          if (known.length > 0) return known;
          for (const name of await imported.names()) {
            await create(sql, { area, key: name, text: await imported.read(name) });
          }
          return list();
        },
        async read(name) {
          const text = await find(sql, area, name);
          if (text === null) throw new RangeError(`There is no record ${name} in ${area}.`);
          return text;
        },
        create: (name, text) => create(sql, { area, key: name, text }),
      };
    },
    countsOf: (area) => ({
      async add(key, period) {
        // A row holds its newest period and the count; a server whose clock is behind adds to that one.
        const [row] = await sql<{ value: string }[]>`
          insert into supabase_migrations.server_records as kept (area, key, value)
          values (${area}, ${key}, ${`${period} 1`})
          on conflict (area, key) do update set written_at = now(), value = case
            when split_part(kept.value, ' ', 1)::bigint >= ${period}::bigint
            then split_part(kept.value, ' ', 1) || ' ' || split_part(kept.value, ' ', 2)::integer + 1
            else excluded.value end
          returning value`;
        return Number(row?.value.split(" ")[1]);
      },
    }),
    expiringOf: (area, lifetimeMs) => createExpiringRows(sql, area, lifetimeMs),
    close: () => sql.end({ timeout: 2 }),
  };
}

async function find(sql: Sql, area: string, key: string): Promise<string | null> {
  const rows = await sql<{ value: string }[]>`
    select value from supabase_migrations.server_records where area = ${area} and key = ${key}`;
  return rows[0]?.value ?? null;
}

async function create(
  sql: Sql,
  { area, key, text }: { area: string; key: string; text: string },
): Promise<boolean> {
  const made = await sql`
    insert into supabase_migrations.server_records (area, key, value)
    values (${area}, ${key}, ${text})
    on conflict do nothing returning 1`;
  return made.length > 0;
}
