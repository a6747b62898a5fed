import { z } from "zod";
import type { Database } from "#server/database/database.ts";

const columnSchema = z.object({
  name: z.string(),
  /** As `pg_type` names it, which clients know: `int4`, `_text`. */
  type: z.string(),
  /** As SQL names it, for casts. */
  sqlType: z.string(),
  isKey: z.boolean(),
  /** Part of the replica identity: what is told of a former row. */
  isIdentity: z.boolean(),
  /** Roles that may select it. */
  readers: z.array(z.string()),
});
const tableSchema = z.object({
  entity: z.number(),
  schema: z.string(),
  table: z.string(),
  /** Row level security is on. */
  isSecured: z.boolean(),
  columns: z.array(columnSchema),
});
const rowsSchema = z.tuple([z.object({ tables: z.array(tableSchema) })]);

export type FollowedColumn = z.infer<typeof columnSchema>;
export type FollowedTable = z.infer<typeof tableSchema>;

/** The tables of the publication, with their triggers. */
export type PublishedTables = {
  /** As they were last read. */
  known(): readonly FollowedTable[];
  /** Puts triggers where they are missing and reads all anew. @throws the database's error. */
  refresh(): Promise<readonly FollowedTable[]>;
};

/** Makes the list; calls that come together share one look. */
export function createFollowedTables(database: Pick<Database, "realtime">): PublishedTables {
  let tables: readonly FollowedTable[] = [];
  let running: Promise<readonly FollowedTable[]> | null = null;
  let next: Promise<readonly FollowedTable[]> | null = null;

  const read = async (): Promise<readonly FollowedTable[]> => {
    await database.realtime`select realtime.follow_publication()`;
    const rows = await database.realtime`select realtime.followed_tables() as tables`;
    tables = rowsSchema.parse([...rows])[0].tables;
    return tables;
  };
  const start = (): Promise<readonly FollowedTable[]> => {
    const begun = read().finally(() => {
      running = null;
    });
    running = begun;
    return begun;
  };
  return {
    known: () => tables,
    refresh() {
      if (running === null) return start();
      // What is being read may be older than the question.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return start();
        });
      return next;
    },
  };
}
