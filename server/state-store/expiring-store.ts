import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createFile, replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import type { Sql } from "postgres";

/**
 * Texts for a while, by key: letters, digits and dashes. Every method throws the error of the disk or
 * the database. A text may be found after its lifetime, so its reader checks a time inside it.
 */
export type ExpiringStore = {
  get(key: string): Promise<string | null>;
  /** Deletes expired texts first. @returns false when the key exists, perhaps created just now. */
  create(key: string, text: string): Promise<boolean>;
  /** Replaces a text while it is still `from`. @returns false when it was changed or deleted. */
  replace(key: string, from: string, to: string): Promise<boolean>;
};

/** Rows, shared by all servers of the database. */
export function createExpiringRows(sql: Sql, area: string, lifetimeMs: number): ExpiringStore {
  const lifetimeS = lifetimeMs / SECOND_MS;
  return {
    async get(key) {
      const rows = await sql<{ value: string }[]>`
        select value from supabase_migrations.server_records where area = ${area} and key = ${key}`;
      return rows[0]?.value ?? null;
    },
    async create(key, text) {
      await sql`
        delete from supabase_migrations.server_records
        where area = ${area} and written_at < now() - make_interval(secs => ${lifetimeS})`;
      const made = await sql`
        insert into supabase_migrations.server_records (area, key, value)
        values (${area}, ${key}, ${text})
        on conflict do nothing returning 1`;
      return made.length > 0;
    },
    async replace(key, from, to) {
      const changed = await sql`
        update supabase_migrations.server_records set value = ${to}, written_at = now()
        where area = ${area} and key = ${key} and value = ${from} returning 1`;
      return changed.length > 0;
    },
  };
}

/** The last change of a file: one at a time in this process. */
let last: Promise<unknown> = Promise.resolve();

/** Files of one server: only this process changes them. */
export function createExpiringFiles(folder: string, lifetimeMs: number): ExpiringStore {
  const fileOf = (key: string): string => join(folder, `${key}.json`);
  async function get(key: string): Promise<string | null> {
    try {
      return await readFile(fileOf(key), "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    }
  }

  async function removeExpired(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const facts = await stat(file).catch(() => null);
      if (facts && Date.now() - facts.mtimeMs > lifetimeMs) await rm(file, { force: true });
    }
  }

  return {
    get,
    async create(key, text) {
      await removeExpired();
      return createFile(fileOf(key), text);
    },
    replace(key, from, to) {
      const replaced = last.then(async () => {
        if ((await get(key)) !== from) return false;
        await replaceFile(fileOf(key), to);
        return true;
      });
      last = replaced.catch(() => undefined);
      return replaced;
    },
  };
}
