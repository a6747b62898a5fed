import type { Sql } from "postgres";
import { z } from "zod";

/** Of each table, by `schema.name`: its rows, and how many were ever written or removed. */
export type TableCounts = Readonly<
  Record<string, { readonly rows: number; readonly changes: number }>
>;

const namesSchema = z.array(
  z.object({ name: z.string(), statement: z.string(), changes: z.coerce.number() }),
);
const rowsSchema = z.array(z.object({ rows: z.coerce.number() })).length(1);

/**
 * Counts the rows of every table of ours in one view of the database.
 *
 * @param sql a login that may read them all.
 */
export async function countTables(sql: Sql): Promise<TableCounts> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const tables = namesSchema.parse(
      await tx`
        select format('%s.%s', schemaname, relname) as name,
               format('select count(*) as rows from %I.%I', schemaname, relname) as statement,
               n_tup_ins + n_tup_upd + n_tup_del as changes
        from pg_catalog.pg_stat_user_tables order by 1`,
    );
    const counts: Record<string, { rows: number; changes: number }> = {};
    for (const { name, statement, changes } of tables) {
      const [counted] = rowsSchema.parse(await tx.unsafe(statement));
      counts[name] = { rows: counted?.rows ?? 0, changes };
    }
    return counts;
  });
}
