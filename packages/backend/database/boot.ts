import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sql, TransactionSql } from "postgres";
import { rolePassword, type LoginRole } from "./connection.ts";
import { fillIn, type RoleNames, SUPABASE_ROLES } from "./roles.ts";

/**
 * Boot SQL: the parts of a hosted Supabase project that a plain database lacks. The files are idempotent and
 * run again only when one of them (or the secret) changed.
 */
type BootFile = { readonly path: string; readonly role: keyof RoleNames | null };

const EMBEDDED_ROLES_FILE: BootFile = { path: "./bootstrap/roles.sql", role: null };
const SCHEMA_WATCH_FILE: BootFile = { path: "./bootstrap/schema-watch.sql", role: null };
const SECRETS_FILE: BootFile = { path: "./bootstrap/secrets.sql", role: "owner" };
const RECORDS_FILE: BootFile = { path: "./bootstrap/records.sql", role: "owner" };
const COMMON_FILES: readonly BootFile[] = [
  { path: "./bootstrap/schemas.sql", role: null },
  { path: "./bootstrap/claims.sql", role: "auth" },
  { path: "../auth/schema.sql", role: "auth" },
  { path: "../storage/schema.sql", role: "storage" },
  { path: "../storage/functions.sql", role: "storage" },
  { path: "../realtime/schema.sql", role: "realtime" },
  { path: "../realtime/capture.sql", role: "owner" },
  { path: "./bootstrap/migration-rights.sql", role: null },
];

/** Roles of the embedded server that log in besides its superuser. */
const LOGIN_ROLES: readonly LoginRole[] = [
  "authenticator",
  "supabase_auth_admin",
  "supabase_storage_admin",
  "supabase_realtime_admin",
];

/** Arbitrary, but the same for every server of a database: one boots or migrates at a time. */
export const SETUP_LOCK_ID = 7_263_540_917;

/**
 * Applies the boot SQL of the embedded server when it is missing or outdated.
 *
 * @param sql connection of supabase_admin.
 */
export async function applyBootSql(sql: Sql, secret: string): Promise<void> {
  const passwords = LOGIN_ROLES.map((role) => ({ role, password: rolePassword(secret, role) }));
  await applyOnce(sql, SUPABASE_ROLES, {
    files: [EMBEDDED_ROLES_FILE, ...COMMON_FILES, SCHEMA_WATCH_FILE],
    fingerprint: JSON.stringify(passwords),
    finish: async (tx) => {
      for (const { role, password } of passwords) await setPassword(tx, role, password);
    },
  });
}

/**
 * Applies the boot SQL to an external database whose roles exist; the login only needs to be a member of
 * them.
 *
 * @param sql connection that starts in the owner's role.
 */
export async function applyExternalBootSql(sql: Sql, roles: RoleNames): Promise<void> {
  await applyOnce(sql, roles, {
    files: [...COMMON_FILES, SECRETS_FILE, RECORDS_FILE],
    fingerprint: "",
    finish: () => Promise.resolve(),
  });
}

type Application = {
  readonly files: readonly BootFile[];
  /** Further input of the digest: a change runs the files again. */
  readonly fingerprint: string;
  readonly finish: (tx: TransactionSql) => Promise<void>;
};

async function applyOnce(
  sql: Sql,
  roles: RoleNames,
  { files, fingerprint, finish }: Application,
): Promise<void> {
  const texts = files.map(({ path, role }) => ({ role, text: bootText(path, roles) }));
  const digest = createHash("sha256")
    .update(JSON.stringify([texts, fingerprint]))
    .digest("hex");
  if ((await recordedDigest(sql)) === digest) return;

  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SETUP_LOCK_ID})`;
    // Another server may have done it while this one waited.
    if ((await recordedDigest(tx)) === digest) return;
    for (const { role, text } of texts) {
      if (role !== null) await tx`select set_config('role', ${roles[role]}, true)`;
      await tx.unsafe(text);
      await tx.unsafe("reset role");
    }
    await finish(tx);
    await tx.unsafe(
      `create table if not exists supabase_migrations.boot (
         digest text not null, applied_at timestamptz not null default now())`,
    );
    await tx`delete from supabase_migrations.boot`;
    await tx`insert into supabase_migrations.boot (digest) values (${digest})`;
    await tx.unsafe(fillIn(`grant select on supabase_migrations.boot to :"owner"`, { ...roles }));
  });
}

/** Text of a boot SQL file, relative to this one, for the given roles. */
export function bootText(path: string, values: Readonly<Record<string, string>>): string {
  return fillIn(readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8"), values);
}

async function recordedDigest(sql: Sql | TransactionSql): Promise<string | null> {
  const [found] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.boot') is not null as exists`;
  if (found?.exists !== true) return null;
  const rows = await sql<{ digest: string }[]>`select digest from supabase_migrations.boot`;
  return rows[0]?.digest ?? null;
}

async function setPassword(tx: TransactionSql, role: LoginRole, password: string): Promise<void> {
  // Utility statements take no parameters: PostgreSQL itself quotes both parts.
  const rows = await tx<{ statement: string }[]>`
    select format('alter role %I login password %L', ${role}::text, ${password}::text) as statement`;
  for (const { statement } of rows) await tx.unsafe(statement);
}
