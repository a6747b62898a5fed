import type { Sql } from "postgres";
import * as v from "valibot";

/** Per table, by `schema.name`: its rows, and the number of rows ever inserted, updated or deleted. */
export type TableCounts = Readonly<
  Record<string, { readonly rows: number; readonly changes: number }>
>;

/**
 * Tables whose rows a backup must have. Unlogged and temporary ones are empty in a copy, and those of
 * `realtime` keep rows for three days at most.
 */
const IS_LASTING = `c.relpersistence = 'p' and s.schemaname <> 'realtime'`;

const namesSchema = v.array(
  v.object({ name: v.string(), statement: v.string(), changes: v.pipe(v.unknown(), v.toNumber()) }),
);
const rowsSchema = v.pipe(
  v.array(v.object({ rows: v.pipe(v.unknown(), v.toNumber()) })),
  v.length(1),
);

/**
 * Counts the rows of every lasting table in one snapshot.
 *
 * @param sql a login that may read them all.
 */
export async function countTables(sql: Sql): Promise<TableCounts> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const tables = v.parse(
      namesSchema,
      await tx`
        select format('%s.%s', s.schemaname, s.relname) as name,
               format('select count(*) as rows from %I.%I', s.schemaname, s.relname) as statement,
               s.n_tup_ins + s.n_tup_upd + s.n_tup_del as changes
        from pg_catalog.pg_stat_user_tables s
        join pg_catalog.pg_class c on c.oid = s.relid
        where ${tx.unsafe(IS_LASTING)} order by 1`,
    );
    const counts: Record<string, { rows: number; changes: number }> = {};
    for (const { name, statement, changes } of tables) {
      const [counted] = v.parse(rowsSchema, await tx.unsafe(statement));
      counts[name] = { rows: counted?.rows ?? 0, changes };
    }
    return counts;
  });
}

/** Existing tables that are not counted: backups of earlier releases have counts of them. */
export async function findUncounted(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select format('%s.%s', s.schemaname, s.relname) as name
    from pg_catalog.pg_stat_user_tables s
    join pg_catalog.pg_class c on c.oid = s.relid
    where not (${sql.unsafe(IS_LASTING)})`;
  return new Set(rows.map(({ name }) => name));
}
