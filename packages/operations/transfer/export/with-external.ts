import type { Sql } from "postgres";
import { connectByUrl, readRoles } from "@reign-tv/backend/operations";

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
