import type { Sql } from "postgres";
import type { Logger } from "@reign-tv/kit/log.ts";
import { errorCode, StartError } from "@reign-tv/kit/start-error.ts";
import { applyExternalBootSql, bootText, SETUP_LOCK_ID } from "./boot.ts";
import { connectByUrl } from "./connection.ts";
import { applyMigrations } from "./migrations.ts";
import { API_ROLES, rolesOfDatabase, rolesOfOwner, type RoleNames, serverRole } from "./roles.ts";

/** First version whose memberships separate INHERIT from SET, as PostgreSQL numbers versions. */
const OLDEST_VERSION = 160_000;

/** Roles belong to the whole server: another database may be creating them at this moment. */
const COLLISIONS: ReadonlySet<string> = new Set(["23505", "42710", "XX000", "40001"]);
const COLLISION_ATTEMPTS = 10;
const COLLISION_RETRY_DELAY_MS = 100;

type Login = {
  readonly login: string;
  readonly database: string;
  readonly version: number;
  /** Owner of schema auth; null on a database that was never prepared. */
  readonly authOwner: string | null;
};

/**
 * Prepares the database of DATABASE_URL: roles (once, by a login that may, or by an administrator), boot SQL
 * and migrations. Later starts only need a login that may become these roles.
 *
 * @returns the roles of the pools.
 * @throws StartError with a hint.
 */
export async function prepareExternal(
  url: string,
  options: { readonly log: Logger; readonly migrationsDir: string },
): Promise<RoleNames> {
  const pool = { max: 1, settings: { lock_timeout: 0 } };
  let login: Login | null = null;
  const sql = connectByUrl(url, null, pool);
  try {
    login = await readLogin(sql);
    const roles = rolesOf(login);
    await makeRoles(sql, login, roles);
    const owner = connectByUrl(url, roles.owner, pool);
    try {
      await applyExternalBootSql(owner, roles);
      const applied = await applyMigrations(owner, options.migrationsDir, { owner: roles.owner });
      if (applied.length > 0) options.log.info({ event: "migrations_applied", versions: applied });
      await addServicePolicies(owner, roles);
    } finally {
      await owner.end({ timeout: 5 });
    }
    return roles;
  } catch (error) {
    throw explain(error, login);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Checks that the pooler of DATABASE_URL accepts its login.
 *
 * @throws StartError with a hint.
 */
export async function checkPooler(url: string): Promise<void> {
  const sql = connectByUrl(url, null, { max: 1, fetchTypes: false });
  try {
    await sql`select 1`;
  } catch (error) {
    throw explain(error, null);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Result of inspecting DATABASE_URL before a start. */
export type ExternalDatabaseInfo = {
  /** As PostgreSQL writes it, "17.2". */
  readonly version: string;
  /** True when the login may become every role: a start needs no administrator. */
  readonly isPrepared: boolean;
  /** True when the login may create missing roles itself. */
  readonly mayPrepare: boolean;
  /** Connections that the server allows in all. */
  readonly connectionLimit: number;
  /** Lead of this process's clock over the database's, in milliseconds. */
  readonly clockAheadMs: number;
};

/**
 * Inspects the database of DATABASE_URL without changing it.
 *
 * @throws StartError with a hint when it cannot be used at all.
 */
export async function inspectExternal(url: string): Promise<ExternalDatabaseInfo> {
  let login: Login | null = null;
  const sql = connectByUrl(url, null, { max: 1 });
  try {
    login = await readLogin(sql);
    type Row = Omit<ExternalDatabaseInfo, "isPrepared" | "clockAheadMs"> & {
      readonly nowMs: number;
    };
    const rows = await sql<Row[]>`
      select current_setting('server_version') as version,
             rolcreaterole or rolsuper as "mayPrepare",
             current_setting('max_connections')::int as "connectionLimit",
             (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
      from pg_catalog.pg_roles where rolname = current_user`;
    const [row] = rows;
    if (row === undefined) throw new StartError("PostgreSQL does not know its own login.");
    const { nowMs, ...info } = row;
    const clockAheadMs = Date.now() - nowMs;
    return { ...info, clockAheadMs, isPrepared: await mayBecome(sql, wantedRoles(login)) };
  } catch (error) {
    throw explain(error, login);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Roles of the database behind a connection. */
export async function readRoles(sql: Sql): Promise<RoleNames> {
  return rolesOf(await readLogin(sql));
}

/**
 * SQL that an administrator runs once, connected to the database, for a login that may not do it; for psql
 * and every other client.
 */
export function preparationSql(names: {
  readonly login: string;
  readonly database: string;
}): string {
  return rolesText(names, rolesOfDatabase(names.database));
}

function rolesText(
  { login, database }: { readonly login: string; readonly database: string },
  roles: RoleNames,
): string {
  const server = serverRole(database);
  return bootText("./bootstrap/external-roles.sql", { ...roles, server, login, database });
}

function rolesOf({ authOwner, database }: Login): RoleNames {
  return (authOwner === null ? null : rolesOfOwner(authOwner)) ?? rolesOfDatabase(database);
}

async function readLogin(sql: Sql): Promise<Login> {
  const [login] = await sql<Login[]>`
    select current_user as login, current_database() as database,
           current_setting('server_version_num')::int as version,
           (select rolname from pg_catalog.pg_namespace
              join pg_catalog.pg_roles on pg_roles.oid = nspowner
              where nspname = 'auth') as "authOwner"`;
  if (login === undefined || login.version < OLDEST_VERSION) {
    throw new StartError(
      "DATABASE_URL must lead to PostgreSQL 16 or later: upgrade that server, or name another one.",
    );
  }
  return login;
}

async function makeRoles(sql: Sql, login: Login, roles: RoleNames): Promise<void> {
  const wanted = wantedRoles(login);
  for (let attempt = 1; ; attempt += 1) {
    if (await mayBecome(sql, wanted)) return;
    try {
      await sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${SETUP_LOCK_ID})`;
        await tx.unsafe(rolesText(login, roles));
      });
      return;
    } catch (error) {
      if (!COLLISIONS.has(errorCode(error) ?? "") || attempt === COLLISION_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, COLLISION_RETRY_DELAY_MS));
    }
  }
}

function wantedRoles(login: Login): string[] {
  return [...Object.values(rolesOf(login)), ...API_ROLES, serverRole(login.database)];
}

async function mayBecome(sql: Sql, wanted: readonly string[]): Promise<boolean> {
  const rows = await sql<{ may: boolean }[]>`
    select bool_and(case when r.oid is null then false else pg_has_role(r.oid, 'SET') end) as may
    from unnest(${[...wanted]}::text[]) as name
    left join pg_catalog.pg_roles r on r.rolname = name`;
  return rows[0]?.may === true;
}

/** Adds policies for the roles that could not get BYPASSRLS. */
async function addServicePolicies(sql: Sql, roles: RoleNames): Promise<void> {
  const rows = await sql<{ pass: boolean }[]>`
    select bool_and(rolbypassrls) as pass from pg_catalog.pg_roles
    where rolname in ('service_role', ${roles.owner})`;
  if (rows[0]?.pass === true) return;
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SETUP_LOCK_ID})`;
    await tx.unsafe(bootText("./bootstrap/row-security.sql", { ...roles }));
  });
}

function explain(error: unknown, login: Login | null): unknown {
  const code = errorCode(error);
  if (error instanceof StartError || code === null) return error;
  const because = (sentence: string): StartError => new StartError(sentence, { cause: error });
  if (code === "42501") {
    const who = login === null ? "" : ` ${login.login}`;
    return because(
      `The login${who} in DATABASE_URL is not allowed to set up the database. Ask a database administrator to run the output of \`npm run --silent database:sql\` once in that database, then start again (docs/operating.md, "A database of your own").`,
    );
  }
  if (code === "08P01") {
    return because(
      "DATABASE_URL points to a connection pooler in transaction mode. Also set DATABASE_DIRECT_URL to the database's direct address, or use that address instead.",
    );
  }
  if (code.startsWith("28") || code === "3D000") {
    return because(`PostgreSQL rejects the login in DATABASE_URL (${code}).`);
  }
  if (/^(?:E[A-Z]+|CONNECT.*)$/.test(code)) {
    return because(`No PostgreSQL server is responding at DATABASE_URL (${code}).`);
  }
  return error;
}
