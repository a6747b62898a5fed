import type { Context } from "hono";
import type { Sql, TransactionSql } from "postgres";
import type { BackendEnv } from "#backend/context.ts";
import { operationOf } from "#backend/storage/protocol/operation.domain.ts";
import type { Database } from "#backend/database/database.ts";

export type Queries = Sql | TransactionSql;

/** The rights for reading and writing rows, and the owner of new ones. */
export type Access = {
  /** Runs one transaction. A thrown error rolls back and propagates. */
  run<T>(isReadOnly: boolean, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  readonly ownerId: string | null;
};

/** Returns the caller's rights under row level security. Its policies may read the operation. */
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

/** Returns the service's rights, for requests that a signature or a public bucket allows. */
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

/** Runs `work` and rolls it back. Throws the error of row level security, if any. */
export async function dryRun(
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
