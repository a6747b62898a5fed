import { createHmac } from "node:crypto";
import type { Options, Sql } from "postgres";
import { postgres } from "./driver.ts";
import type { RoleNames } from "./roles.ts";

/** Roles that log in; all others are reached by SET ROLE. */
export type LoginRole =
  | "supabase_admin"
  | "authenticator"
  | "supabase_auth_admin"
  | "supabase_storage_admin"
  | "supabase_realtime_admin";

export type ConnectOptions = {
  readonly max: number;
  /** Session settings, e.g. statement_timeout in milliseconds. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Loads the array types at the first query; needed to send arrays. */
  readonly fetchTypes?: boolean;
  /** Every unit of work is one transaction that does not rely on its session. */
  readonly isPoolable?: boolean;
};

/** Opens a pool as one of the login roles. */
export type Connect = (role: LoginRole, options: ConnectOptions) => Sql;

/** Address of a server: a Unix socket directory (embedded) or DATABASE_URL. */
export type DatabaseAddress =
  | { readonly kind: "socket"; readonly directory: string; readonly port: number }
  | { readonly kind: "url"; readonly url: string };

/** Port in the name of the embedded server's socket. */
export const SOCKET_PORT = 5432;

/** Reconnect soon after a restart of the database (R-63: back within 3 s). */
const RECONNECT_DELAY_S = 0.1;
const CONNECT_TIMEOUT_S = 3;

/** Password of an embedded role's login, derived from the one database secret, so that none is stored. */
export function rolePassword(secret: string, role: string): string {
  return createHmac("sha256", secret).update(`database role ${role}`).digest("hex");
}

export function socketAddress(socketDir: string): DatabaseAddress {
  return { kind: "socket", directory: socketDir, port: SOCKET_PORT };
}

/**
 * Returns a function that opens pools on a database whose roles log in, such as the embedded one.
 *
 * @param database name of the database; null takes the one in the URL.
 */
export function connector(
  address: DatabaseAddress,
  secret: string,
  database: string | null,
): Connect {
  return (role, options) =>
    openPool(address, { username: role, password: rolePassword(secret, role), database }, options);
}

/**
 * Returns a function that opens pools by DATABASE_URL. Its one login becomes each role when it connects, so
 * that servers share no passwords of roles.
 *
 * @param poolerUrl serves poolable work in transaction mode: a session stays the login, and each transaction
 * becomes the role that it needs.
 */
export function externalConnector(
  url: string,
  roles: RoleNames,
  poolerUrl: string | null,
): Connect {
  const names: Readonly<Record<LoginRole, string | null>> = {
    supabase_admin: null,
    authenticator: roles.caller,
    supabase_auth_admin: roles.auth,
    supabase_storage_admin: roles.storage,
    supabase_realtime_admin: roles.realtime,
  };
  return (role, options) =>
    poolerUrl !== null && options.isPoolable === true
      ? openPool({ kind: "url", url: poolerUrl }, {}, { ...options, prepares: false })
      : connectByUrl(url, names[role], options);
}

/**
 * Opens a pool with the login of DATABASE_URL.
 *
 * @param role of every session from its start; null stays the login.
 */
export function connectByUrl(url: string, role: string | null, options: ConnectOptions): Sql {
  const settings = { ...options.settings, ...(role === null ? {} : { role }) };
  return openPool({ kind: "url", url }, {}, { ...options, settings });
}

type PoolOptions = {
  /** A pooler may run the next statement in another session, without its prepared statements. */
  readonly prepares?: boolean;
};

function openPool(
  address: DatabaseAddress,
  login: { username?: string; password?: string; database?: string | null },
  { max, settings = {}, fetchTypes = true, prepares = true }: ConnectOptions & PoolOptions,
): Sql {
  const { database, ...credentials } = login;
  const options: Options<Record<string, never>> = {
    ...credentials,
    ...(database === null || database === undefined ? {} : { database }),
    max,
    connection: { application_name: "server", ...settings },
    fetch_types: fetchTypes,
    prepare: prepares,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: () => RECONNECT_DELAY_S,
    max_lifetime: null,
    onnotice: () => undefined,
  };
  const sql =
    address.kind === "url"
      ? postgres(address.url, options)
      : postgres({ ...options, host: address.directory, port: address.port });
  for (const type of DATE_TYPES) sql.options.serializers[type] = dateText;
  return sql;
}

/** Types date, timestamp and timestamptz by their object ids. */
const DATE_TYPES = [1082, 1114, 1184] as const;

/**
 * Leaves parsing of a text date to PostgreSQL. The driver's own serializer throws on "infinity" or "garbage"
 * in the middle of the protocol, after which the connection hangs.
 */
function dateText(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
