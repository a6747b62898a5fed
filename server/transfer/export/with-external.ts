import type { Sql } from "postgres";
import { connectByUrl } from "#server/database/connection.ts";
import { readRoles } from "#server/database/external.ts";

/** An external database, and the role that owns each of its schemas. */
export type ExternalTables = { readonly sql: Sql; readonly roleOf: (schema: string) => string };

/** Connects to the prepared database at DATABASE_URL and runs work with it. */
export async function withExternal<T>(
  databaseUrl: string,
  work: (database: ExternalTables) => Promise<T>,
): Promise<T> {
  const sql = connectByUrl(databaseUrl, null, { max: 1 });
  try {
    const { auth, storage, owner } = await readRoles(sql);
    const roles = new Map([
      ["auth", auth],
      ["storage", storage],
    ]);
    return await work({ sql, roleOf: (schema) => roles.get(schema) ?? owner });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
