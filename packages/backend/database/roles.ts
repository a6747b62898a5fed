import { createHash } from "node:crypto";

/** PostgreSQL roles of one database, by purpose. */
export type RoleNames = {
  /** Owns schema public and the objects of migrations, and runs migrations. */
  readonly owner: string;
  /** Starts requests: it may only become one of the API's roles. */
  readonly caller: string;
  readonly auth: string;
  readonly storage: string;
  readonly realtime: string;
};

/** The roles of a Supabase project, and of the embedded server, which has one database. */
export const SUPABASE_ROLES: RoleNames = {
  owner: "postgres",
  caller: "authenticator",
  auth: "supabase_auth_admin",
  storage: "supabase_storage_admin",
  realtime: "supabase_realtime_admin",
};

/** Roles of callers; policies name them, so every database of a server shares these three. */
export const API_ROLES = ["anon", "authenticated", "service_role"] as const;

/** PostgreSQL truncates longer names (63 bytes), and the longest suffix takes 15. */
const LONGEST_STEM_BYTES = 48;
const AUTH_ENDING = "_auth_admin";

/**
 * Roles of a database on a shared server. Roles belong to the whole server, so their names carry the
 * database's: a second database, perhaps for staging, never touches those of the first.
 */
export function rolesOfDatabase(database: string): RoleNames {
  return rolesOfStem(stemOf(database));
}

/**
 * Roles of a prepared database, derived from the owner of its schema auth. They stay the same when the
 * database is renamed.
 *
 * @returns null when the owner is unknown.
 */
export function rolesOfOwner(authOwner: string): RoleNames | null {
  if (authOwner === SUPABASE_ROLES.auth) return SUPABASE_ROLES;
  if (!authOwner.endsWith(AUTH_ENDING)) return null;
  return rolesOfStem(authOwner.slice(0, -AUTH_ENDING.length));
}

/** Group role through which logins of DATABASE_URL become all the others. */
export function serverRole(database: string): string {
  return `${stemOf(database)}_server`;
}

function stemOf(database: string): string {
  const isShort = Buffer.byteLength(database) <= LONGEST_STEM_BYTES;
  // The roles of a Supabase project have the prefix of a database of that name.
  if (isShort && database !== "supabase") return database;
  return `database_${createHash("sha256").update(database).digest("hex").slice(0, 12)}`;
}

function rolesOfStem(stem: string): RoleNames {
  return {
    owner: `${stem}_owner`,
    caller: `${stem}_authenticator`,
    auth: `${stem}${AUTH_ENDING}`,
    storage: `${stem}_storage_admin`,
    realtime: `${stem}_realtime_admin`,
  };
}

/**
 * Fills in SQL written with psql's variables: `:"name"` becomes a quoted identifier, `:'name'` a quoted text.
 *
 * @throws Error for a variable without a value.
 */
export function fillIn(sql: string, values: Readonly<Record<string, string>>): string {
  return sql.replaceAll(
    /:(?<quote>["'])(?<name>[a-z_]+)\k<quote>/g,
    (_, quote: string, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The SQL names ${name}, which has no value.`);
      return `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
    },
  );
}
