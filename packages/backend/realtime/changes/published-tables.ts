import * as v from "valibot";
import type { Database } from "#backend/database/database.ts";

const columnSchema = v.object({
  name: v.string(),
  /** The name in `pg_type`, which clients know: `int4`, `_text`. */
  type: v.string(),
  /** The name in SQL, for casts. */
  sqlType: v.string(),
  isKey: v.boolean(),
  /** Part of the replica identity, so known of an old row. */
  isIdentity: v.boolean(),
  /** Roles that may select it. */
  readers: v.array(v.string()),
});
const tableSchema = v.object({
  entity: v.number(),
  schema: v.string(),
  table: v.string(),
  /** Row level security is on. */
  isSecured: v.boolean(),
  columns: v.array(columnSchema),
});
const rowsSchema = v.strictTuple([v.object({ tables: v.array(tableSchema) })]);

export type PublishedColumn = v.InferOutput<typeof columnSchema>;
export type PublishedTable = v.InferOutput<typeof tableSchema>;

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
    tables = v.parse(rowsSchema, [...rows])[0].tables;
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
