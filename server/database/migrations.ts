import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { StartError } from "#server/kit/start-error.ts";
import { SETUP_LOCK_ID } from "./boot.ts";
import { fillIn, SUPABASE_ROLES } from "./roles.ts";

/** One file of supabase/migrations: `{version}_{name}.sql`. */
type Migration = {
  readonly version: string;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
};

type Applied = { readonly version: string; readonly checksum: string | null };

const FILE_NAME = /^(?<version>\d{14})_(?<name>[a-z0-9_]+)\.sql$/;

/**
 * Applies what is missing, in name order, as the owner's role, one transaction each, and records it
 * where Supabase's CLI does (R-69: forward only, checksummed, locked).
 *
 * @param sql a pool of one, of a login that may become the owner.
 * @returns versions that were applied now.
 * @throws StartError when an applied file was changed, the database is newer than the folder, a new
 *   file is older than an applied one, or a file fails (which leaves nothing behind).
 */
export async function applyMigrations(
  sql: Sql,
  folder: string,
  owner: string = SUPABASE_ROLES.owner,
): Promise<readonly string[]> {
  const known = readMigrations(folder);
  if (isCurrent(known, await readApplied(sql))) return [];

  await sql`select pg_advisory_lock(${SETUP_LOCK_ID})`;
  try {
    await createHistory(sql, owner);
    const applied = await readApplied(sql);
    requireNoDrift(known, applied ?? []);
    const done = new Set((applied ?? []).map(({ version }) => version));
    const pending = known.filter(({ version }) => !done.has(version));
    for (const migration of pending) await apply(sql, migration, owner);
    return pending.map(({ version }) => version);
  } finally {
    await sql`select pg_advisory_unlock(${SETUP_LOCK_ID})`;
  }
}

function readMigrations(folder: string): readonly Migration[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file) => {
      const parts = FILE_NAME.exec(file)?.groups;
      if (parts?.["version"] === undefined || parts["name"] === undefined) {
        throw new StartError(
          `The migration ${file} must be named {14 digits}_{lower_case_name}.sql.`,
        );
      }
      const text = readFileSync(join(folder, file), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { version: parts["version"], name: parts["name"], text, checksum };
    });
}

/** The history, or null before there is one. */
async function readApplied(sql: Sql): Promise<readonly Applied[] | null> {
  const rows = await sql<{ hasChecksum: boolean }[]>`
    select exists (
      select from pg_catalog.pg_attribute
      where attrelid = to_regclass('supabase_migrations.schema_migrations')
        and attname = 'checksum' and not attisdropped
    ) as "hasChecksum"`;
  if (rows[0]?.hasChecksum !== true) return null;
  return sql<Applied[]>`
    select version, checksum from supabase_migrations.schema_migrations order by version`;
}

function isCurrent(known: readonly Migration[], applied: readonly Applied[] | null): boolean {
  return (
    applied !== null &&
    applied.length === known.length &&
    known.every(({ version, checksum }, index) => {
      const row = applied[index];
      return row?.version === version && row.checksum === checksum;
    })
  );
}

async function createHistory(sql: Sql, owner: string): Promise<void> {
  const history = `
    set role :"owner";
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text);
    alter table supabase_migrations.schema_migrations add column if not exists checksum text;
    reset role;`;
  await sql.unsafe(fillIn(history, { owner }));
}

function requireNoDrift(known: readonly Migration[], applied: readonly Applied[]): void {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  for (const { version, checksum } of applied) {
    const migration = byVersion.get(version);
    if (migration === undefined) {
      throw new StartError(
        `The database is newer than this program: it has migration ${version}, which supabase/migrations lacks.`,
      );
    }
    // Rows of Supabase's CLI carry no checksum.
    if (checksum !== null && checksum !== migration.checksum) {
      throw new StartError(
        `The migration ${version}_${migration.name}.sql was changed after it was applied: restore the file and put the change into a new one.`,
      );
    }
  }
  const latest = applied.at(-1)?.version ?? "";
  const done = new Set(applied.map(({ version }) => version));
  const late = known.find(({ version }) => version < latest && !done.has(version));
  if (late !== undefined) {
    throw new StartError(
      `The migration ${late.version}_${late.name}.sql is older than the latest applied one (${latest}): give it a newer version.`,
    );
  }
}

async function apply(
  sql: Sql,
  { version, name, text, checksum }: Migration,
  owner: string,
): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx`select set_config('role', ${owner}, true)`;
      await tx.unsafe(text);
      await tx`
        insert into supabase_migrations.schema_migrations (version, statements, name, checksum)
        values (${version}, ${[text]}, ${name}, ${checksum})`;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The migration ${version}_${name}.sql failed and was rolled back: ${reason}.`,
      { cause: error },
    );
  }
}
