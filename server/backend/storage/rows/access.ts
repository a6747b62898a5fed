import type { Context } from "hono";
import type { Sql, TransactionSql } from "postgres";
import type { BackendEnv } from "#server/backend/context.ts";
import { operationOf } from "#server/backend/storage/protocol/operation.domain.ts";
import type { Database } from "#server/database/database.ts";

/** Inside a transaction or on a pool: what a query needs. */
export type Queries = Sql | TransactionSql;

/** In whose name rows are read and written, and to whom new ones belong. */
export type Access = {
  /** One transaction; a thrown error rolls back and is passed on. */
  run<T>(isReadOnly: boolean, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  readonly ownerId: string | null;
};

/**
 * The caller's own rights: row level security decides, and its policies may ask what the request does.
 */
export function callerAccess(database: Database, c: Context<BackendEnv>): Access {
  const caller = c.get("caller");
  const { method, path } = c.req;
  const headers = c.req.header();
  const clientAddress = c.get("clientAddress");
  const operation = operationOf(method, path) ?? "";
  return {
    run: (isReadOnly, work) =>
      database.asCaller(
        { caller, clientAddress, method, path, headers, isReadOnly },
        async (sql) => {
          await sql`select set_config('storage.operation', ${operation}, true)`;
          return work(sql);
        },
      ),
    ownerId: caller.userId,
  };
}

/** The service itself, for what a signature or a public bucket already allowed. */
export function serviceAccess(database: Database, ownerId: string | null): Access {
  return {
    async run(isReadOnly, work) {
      const results = await database.storage.begin(
        isReadOnly ? "read only" : "read write",
        async (sql) => [await work(sql)] as const,
      );
      return results[0];
    },
    ownerId,
  };
}

class RolledBack extends Error {}

/** Does `work` and takes it back: tells what row level security says, by what it throws. */
export async function rehearse(
  access: Access,
  work: (sql: TransactionSql) => Promise<unknown>,
): Promise<void> {
  try {
    await access.run(false, async (sql) => {
      await work(sql);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
