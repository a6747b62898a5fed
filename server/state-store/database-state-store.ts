import type { Sql } from "postgres";
import { connectByUrl } from "#server/database/connection.ts";
import { readOwner } from "#server/database/secret-table.ts";
import { fileRecords } from "./file-state-store.ts";
import type { StateStore } from "./state-store.ts";

/**
 * Records as rows of the database, so that every server on it keeps the same. What this server has in files from
 * before is taken over where nobody has written yet.
 *
 * @param databaseUrl leads to a prepared database, without a pooler between.
 */
export async function databaseRecords(databaseUrl: string, dataDir: string): Promise<StateStore> {
  const sql = connectByUrl(databaseUrl, await readOwner(databaseUrl), {
    max: 1,
    fetchTypes: false,
  });
  const files = fileRecords(dataDir);

  return {
    storeOf(area) {
      const brought = files.storeOf(area);
      return {
        async get(key) {
          const kept = await find(sql, area, key);
          if (kept !== null) return kept;
          const text = await brought.get(key);
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
    bookOf(area) {
      const brought = files.bookOf(area);
      const list = async (): Promise<string[]> => {
        const rows = await sql<{ key: string }[]>`
          select key from supabase_migrations.server_records where area = ${area}`;
        return rows.map(({ key }) => key).toSorted();
      };
      return {
        async names() {
          const known = await list();
          if (known.length > 0) return known;
          for (const name of await brought.names()) {
            await create(sql, { area, key: name, text: await brought.read(name) });
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
      async add(key, stretch) {
        // A row is its newest stretch and how many are in it; a server whose clock is behind counts in that one.
        const [row] = await sql<{ value: string }[]>`
          insert into supabase_migrations.server_records as kept (area, key, value)
          values (${area}, ${key}, ${`${stretch} 1`})
          on conflict (area, key) do update set written_at = now(), value = case
            when split_part(kept.value, ' ', 1)::bigint >= ${stretch}::bigint
            then split_part(kept.value, ' ', 1) || ' ' || split_part(kept.value, ' ', 2)::integer + 1
            else excluded.value end
          returning value`;
        return Number(row?.value.split(" ")[1]);
      },
    }),
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
