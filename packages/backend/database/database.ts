import type { Sql, TransactionSql } from "postgres";
import type { Caller } from "./caller.ts";

/** Schemas of unqualified names. */
export const SEARCH_PATH: readonly string[] = ["public", "extensions"];

/** Request context of a transaction. */
export type CallerRequest = {
  readonly caller: Caller;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** READ ONLY transaction: GET, HEAD and stable functions. */
  readonly isReadOnly: boolean;
  /** IP address of the client, which may hold only a share of the connections; absent: the server. */
  readonly clientAddress?: string;
  /** Schemas of unqualified names; absent: SEARCH_PATH. */
  readonly searchPath?: readonly string[];
  /** The client's input can take any time, such as a regular expression: shorter timeout, and fewer at once. */
  readonly isCostly?: boolean;
  /** Runs first in the transaction, before it takes the caller's role: as the role that becomes others. */
  readonly prepare?: (sql: TransactionSql) => Promise<unknown>;
};

/** Receives notifications of the database. */
export type NotificationListener = {
  /** @param text payload of NOTIFY. */
  readonly onNotice: (text: string) => void;
  readonly onStart: () => void;
};

/** The one database of the process: embedded PostgreSQL or DATABASE_URL. */
export type Database = {
  /**
   * Runs `work` in one transaction as the caller's role, with `request.jwt.claims`, `request.method`,
   * `request.path`, `request.headers`, search_path and a statement timeout set for that transaction only. A
   * thrown error rolls back and is passed on.
   */
  asCaller<T>(request: CallerRequest, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** Like `asCaller` for the server itself: as service_role, with every right on the tables. */
  asService<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** Pool of supabase_auth_admin, owner of schema auth. */
  readonly auth: Sql;
  /** Pool of supabase_storage_admin, owner of schema storage. */
  readonly storage: Sql;
  /** Pool of supabase_realtime_admin, owner of schema realtime. */
  readonly realtime: Sql;
  /**
   * Calls `onNotice` with each NOTIFY on the channel, on its own connection that reconnects. Calls `onStart`
   * after each connect, because notifications may have been missed. Ends with the pools.
   */
  listen(channel: string, listener: NotificationListener): Promise<void>;
  /**
   * True on the server that runs work once for all servers of the database (leader-election.ts). Check it
   * before each unit of work.
   */
  leads(): Promise<boolean>;
  /** True when the database answers within `timeoutMs`. */
  isReady(timeoutMs: number): Promise<boolean>;
  /** Closes the pools and stops an embedded PostgreSQL. */
  close(): Promise<void>;
};
