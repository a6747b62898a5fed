import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ISql, Sql } from "postgres";
import { messageOf, StartError } from "@reign-tv/kit/start-error.ts";
import { SETUP_LOCK_ID } from "./boot.ts";
import { fillIn, SUPABASE_ROLES } from "./roles.ts";

/** A file of the migrations folder: `{version}_{name}.sql`. */
type Migration = {
  readonly version: string;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
};

type Applied = {
  readonly version: string;
  readonly checksum: string | null;
  readonly contracts: boolean;
};

/**
 * Marks a migration that removes what the previous release still uses. All others only add: the previous
 * release runs on their result.
 */
const CONTRACTS_PREFIX = "-- contracts: ";

const FILE_NAME = /^(?<version>\d{14})_(?<name>[a-z0-9_]+)\.sql$/;

export type MigrationOptions = {
  /** Role that owns the created objects. */
  readonly owner?: string;
  /** Only these; all when absent. */
  readonly versions?: readonly string[];
};

/**
 * Applies missing migrations in name order, as the owner's role, one transaction each. Records them where
 * Supabase's CLI does (R-69: forward only, checksummed, locked).
 *
 * @param sql a pool of one, of a login that may become the owner.
 * @returns versions that were applied now.
 * @throws StartError when an applied file was changed, a newer release has removed what this one uses, a new
 * file is older than an applied one, or a file fails (which leaves nothing behind).
 */
export async function applyMigrations(
  sql: Sql,
  folder: string,
  { owner = SUPABASE_ROLES.owner, versions }: MigrationOptions = {},
): Promise<readonly string[]> {
  const known = readMigrations(folder).filter(
    ({ version }) => versions === undefined || versions.includes(version),
  );
  if (isCurrent(known, await readApplied(sql))) return [];

  await sql`select pg_advisory_lock(${SETUP_LOCK_ID})`;
  try {
    await createHistory(sql, owner);
    const applied = await readApplied(sql);
    requireNoDrift(known, applied ?? [], folder);
    const done = new Set((applied ?? []).map(({ version }) => version));
    const pending = known.filter(({ version }) => !done.has(version));
    for (const migration of pending) await apply(sql, migration, owner);
    return pending.map(({ version }) => version);
  } finally {
    await sql`select pg_advisory_unlock(${SETUP_LOCK_ID})`;
  }
}

/** Returns true when the previous release cannot run after this text was applied. */
export function isContracting(text: string): boolean {
  return text.split("\n").some((line) => line.startsWith(CONTRACTS_PREFIX));
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
    select version, checksum,
           coalesce(array_to_string(statements, E'\\n') ~ ${`(^|\n)${CONTRACTS_PREFIX}`}, true) as contracts
    from supabase_migrations.schema_migrations order by version`;
}

/** Versions of the applied migrations, in their order. */
export async function readAppliedVersions(sql: ISql): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
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

function requireNoDrift(
  known: readonly Migration[],
  applied: readonly Applied[],
  folder: string,
): void {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  const newest = known.at(-1)?.version ?? "";
  for (const { version, checksum, contracts } of applied) {
    const migration = byVersion.get(version);
    // A newer release was here, and has only added.
    if (migration === undefined && !contracts && version > newest) continue;
    if (migration === undefined) {
      throw new StartError(
        `The database is newer than this release: it has migration ${version}, which is missing in ${folder}.`,
      );
    }
    // Rows of Supabase's CLI carry no checksum.
    if (checksum !== null && checksum !== migration.checksum) {
      throw new StartError(
        `The migration ${version}_${migration.name}.sql was changed after it was applied: restore the file and put the change into a new one.`,
      );
    }
  }
  const latest = applied.findLast(({ version }) => byVersion.has(version))?.version ?? "";
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
    const reason = messageOf(error);
    throw new StartError(
      `The migration ${version}_${name}.sql failed and was rolled back: ${reason}.`,
      { cause: error },
    );
  }
}
