import { z } from "zod";
import type { Database } from "#server/database/database.ts";

const columnSchema = z.object({
  name: z.string(),
  /** The name in `pg_type`, which clients know: `int4`, `_text`. */
  type: z.string(),
  /** The name in SQL, for casts. */
  sqlType: z.string(),
  isKey: z.boolean(),
  /** Part of the replica identity, so known of an old row. */
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

export type PublishedColumn = z.infer<typeof columnSchema>;
export type PublishedTable = z.infer<typeof tableSchema>;

/** The tables of the publication, with their triggers. */
export type PublishedTables = {
  /** The result of the last refresh. */
  known(): readonly PublishedTable[];
  /** Adds missing triggers and reads the tables again. @throws the database's error. */
  refresh(): Promise<readonly PublishedTable[]>;
};

/** Creates the list; concurrent calls share one query. */
export function createPublishedTables(database: Pick<Database, "realtime">): PublishedTables {
  let tables: readonly PublishedTable[] = [];
  let running: Promise<readonly PublishedTable[]> | null = null;
  let next: Promise<readonly PublishedTable[]> | null = null;

  const read = async (): Promise<readonly PublishedTable[]> => {
    await database.realtime`select realtime.follow_publication()`;
    const rows = await database.realtime`select realtime.followed_tables() as tables`;
    tables = rowsSchema.parse([...rows])[0].tables;
    return tables;
  };
  const start = (): Promise<readonly PublishedTable[]> => {
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
      // The running query may be older than this call.
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
