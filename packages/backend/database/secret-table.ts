import { existsSync } from "node:fs";
import type { Sql } from "postgres";
import { secretPath, secretFolder, type SecretStore } from "@reign-tv/kit/files/secret-store.ts";
import { connectByUrl } from "./connection.ts";
import { readRoles } from "./external.ts";

/** A store that must be closed after use. */
export type OpenSecrets = { readonly store: SecretStore; close(): Promise<void> };

/**
 * Opens the server's secrets: rows of the database with DATABASE_URL, so that all its servers sign and trust
 * the same keys; else files of DATA_DIR. Imports a missing row from a file of an earlier release.
 *
 * @param options.databaseUrl leads to a prepared database; null takes the files.
 */
export async function openSecrets(options: {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}): Promise<OpenSecrets> {
  const { dataDir, databaseUrl } = options;
  const files = secretFolder(dataDir);
  if (databaseUrl === null) return { store: files, close: () => Promise.resolve() };

  const sql = await connectAsOwner(databaseUrl);

  async function find(name: string): Promise<string | null> {
    const rows = await sql<{ value: string }[]>`
      select value from supabase_migrations.server_secrets where name = ${name}`;
    return rows[0]?.value ?? null;
  }
  const store: SecretStore = {
    async read(name) {
      const stored = await find(name);
      if (stored !== null) return stored;
      const imported = await files.read(name);
      return imported === null ? null : store.create(name, imported);
    },
    async create(name, text) {
      await sql`
        insert into supabase_migrations.server_secrets (name, value) values (${name}, ${text})
        on conflict (name) do nothing`;
      return (await find(name)) ?? text;
    },
    async replace(name, text) {
      await sql`
        insert into supabase_migrations.server_secrets (name, value) values (${name}, ${text})
        on conflict (name) do update set value = excluded.value, made_at = now()`;
    },
    describe(name) {
      const file = secretPath(dataDir, name);
      const statement = `delete from supabase_migrations.server_secrets where name = '${name}'`;
      const alsoFile = existsSync(file) ? ` and rm ${file}` : "";
      return {
        place: "table supabase_migrations.server_secrets of DATABASE_URL",
        deletion: `delete it (${statement}${alsoFile})`,
      };
    },
  };
  return { store, close: () => sql.end({ timeout: 5 }) };
}

/** Opens one connection in the role that owns the shared state of all servers on a prepared database. */
export async function connectAsOwner(databaseUrl: string): Promise<Sql> {
  const owner = await readOwner(databaseUrl);
  return connectByUrl(databaseUrl, owner, { max: 1, fetchTypes: false });
}

/** Role that owns the shared state of all servers on a prepared database. */
export async function readOwner(databaseUrl: string): Promise<string> {
  const login = connectByUrl(databaseUrl, null, { max: 1, fetchTypes: false });
  try {
    return (await readRoles(login)).owner;
  } finally {
    await login.end({ timeout: 5 });
  }
}
