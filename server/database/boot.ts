import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sql, TransactionSql } from "postgres";
import { StartError } from "#server/base/start-error.ts";
import { rolePassword, type LoginRole } from "./connection.ts";

/**
 * Boot SQL: what a hosted Supabase project brings along and our own database does not. The files may
 * be run any number of times; they are run again only when one of them (or the secret) changed.
 */
type BootFile = { readonly path: string; readonly role: string | null };

const BOOT_FILES: readonly BootFile[] = [
  { path: "./boot/roles.sql", role: null },
  { path: "./boot/schemas.sql", role: null },
  { path: "./boot/claims.sql", role: "supabase_auth_admin" },
  { path: "../backend/auth/schema.sql", role: "supabase_auth_admin" },
  { path: "../backend/storage/schema.sql", role: "supabase_storage_admin" },
  { path: "./boot/migration-rights.sql", role: null },
];

/** Role postgres gets none: on an external server it may be the operator's own superuser. */
const LOGIN_ROLES: readonly LoginRole[] = [
  "authenticator",
  "supabase_auth_admin",
  "supabase_storage_admin",
];

/** Any number, the same for every server on the database: one boots or migrates at a time. */
export const SETUP_LOCK_ID = 7_263_540_917;

/**
 * Applies the boot SQL where it is missing or outdated.
 *
 * @param sql connection of a superuser (embedded: supabase_admin; else DATABASE_URL's own login).
 * @throws StartError when the login may not do it.
 */
export async function applyBootSql(sql: Sql, secret: string): Promise<void> {
  const files = BOOT_FILES.map(({ path, role }) => ({ role, text: read(path) }));
  const digest = createHash("sha256")
    .update(JSON.stringify([files, LOGIN_ROLES.map((role) => rolePassword(secret, role))]))
    .digest("hex");
  if ((await recordedDigest(sql)) === digest) return;

  await requireSuperuser(sql);
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SETUP_LOCK_ID})`;
    for (const { role, text } of files) {
      if (role !== null) await tx.unsafe(`set local role ${role}`);
      await tx.unsafe(text);
      await tx.unsafe("reset role");
    }
    for (const role of LOGIN_ROLES) await setPassword(tx, role, rolePassword(secret, role));
    await tx.unsafe(
      `create table if not exists supabase_migrations.boot (
         digest text not null, applied_at timestamptz not null default now())`,
    );
    await tx`delete from supabase_migrations.boot`;
    await tx`insert into supabase_migrations.boot (digest) values (${digest})`;
    await tx`grant select on supabase_migrations.boot to postgres`;
  });
}

async function recordedDigest(sql: Sql): Promise<string | null> {
  try {
    const rows = await sql<{ digest: string }[]>`select digest from supabase_migrations.boot`;
    return rows[0]?.digest ?? null;
  } catch (error) {
    // 3F000, 42P01: never booted; 42501: a login that may not read it.
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "42P01" || code === "3F000" || code === "42501") return null;
    throw error;
  }
}

async function requireSuperuser(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string; isSuper: boolean; version: number }[]>`
    select current_user as name, rolsuper as "isSuper",
           current_setting('server_version_num')::int as version
    from pg_catalog.pg_roles where rolname = current_user`;
  const [login] = rows;
  if (login === undefined || login.version < 150_000) {
    throw new StartError("DATABASE_URL must lead to PostgreSQL 15 or later.");
  }
  if (!login.isSuper) {
    throw new StartError(
      `The login ${login.name} of DATABASE_URL may not prepare the database: start once with a superuser's address (DATABASE_URL=postgres://superuser@host/database npm start), then go back to this one.`,
    );
  }
}

async function setPassword(tx: TransactionSql, role: LoginRole, password: string): Promise<void> {
  // Utility statements take no parameters: the server itself quotes both parts.
  const rows = await tx<{ statement: string }[]>`
    select format('alter role %I login password %L', ${role}::text, ${password}::text) as statement`;
  for (const { statement } of rows) await tx.unsafe(statement);
}

function read(path: string): string {
  const file = fileURLToPath(new URL(path, import.meta.url));
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
