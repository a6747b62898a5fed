import { conditionSql } from "./filter-sql.domain.ts";
import type { Condition } from "#backend/rest/plan/plan.domain.ts";
import { isMissingSql, recordsSql } from "./record-sql.domain.ts";
import { joinSql, listSql, nothing, sql, type Sql } from "#backend/rest/protocol/sql.domain.ts";
import type { WritePlan, WrittenColumn } from "#backend/rest/plan/write-plan.domain.ts";

type InsertPlan = Extract<WritePlan, { kind: "insert" }>;
type UpdatePlan = Extract<WritePlan, { kind: "update" }>;

/** Alias of the written table; `r` are the rows of the body. */
const written = sql`w`;

/**
 * Rows that an upsert inserted. PostgreSQL does not distinguish them from updated ones, so a
 * transaction setting is incremented per row of the body and decremented per conflict.
 */
export const insertedCountSql = sql`pg_catalog.current_setting('rest.inserted', true)`;

/** Returns the statement that changes rows and returns the columns, as a member of WITH. */
export function writeSql(plan: WritePlan, columns: readonly { readonly sql: Sql }[]): Sql {
  const returning =
    columns.length === 0
      ? sql`1 AS one`
      : listSql(columns.map((column) => sql`${written}.${column.sql}`));
  switch (plan.kind) {
    case "insert":
      return sql`${insertSql(plan)} RETURNING ${returning}`;
    case "update":
      // An update of no column is invalid SQL; it changes and returns nothing.
      return plan.columns.length === 0
        ? sql`SELECT ${returning} FROM ${plan.table.sql} AS ${written} WHERE FALSE`
        : sql`${updateSql(plan)} RETURNING ${returning}`;
    case "delete":
      return sql`DELETE FROM ${plan.table.sql} AS ${written}${whereSql(testsSql(written, plan.conditions))} RETURNING ${returning}`;
  }
}

function insertSql(plan: InsertPlan): Sql {
  const columns = plan.columns.map(({ column }) => column);
  const into = columns.length === 0 ? nothing : sql` (${listSql(columns.map(({ sql }) => sql))})`;
  const values = plan.columns.map((column) => valueSql(column, plan.isMissingDefault));
  const tests = [
    ...testsSql(sql`r`, plan.keyConditions),
    ...(plan.conflict?.action === "merge" ? [countInserted(sql`+ 1`)] : []),
  ];
  return sql`INSERT INTO ${plan.table.sql} AS ${written}${into} SELECT ${listSql(values)} FROM ${recordsSql(plan.rows, columns)}${whereSql(tests)}${conflictSql(plan)}`;
}

function conflictSql({ conflict, columns }: InsertPlan): Sql {
  if (conflict === null) return nothing;
  const target = listSql(conflict.columns.map((column) => column.sql));
  if (conflict.action === "ignore" || columns.length === 0) {
    return sql` ON CONFLICT (${target}) DO NOTHING`;
  }
  const sets = columns.map(({ column }) => sql`${column.sql} = EXCLUDED.${column.sql}`);
  return sql` ON CONFLICT (${target}) DO UPDATE SET ${listSql(sets)} WHERE ${countInserted(sql`- 1`)}`;
}

/** Always true; counts as a side effect. */
function countInserted(change: Sql): Sql {
  return sql`pg_catalog.set_config('rest.inserted', (COALESCE(NULLIF(${insertedCountSql}, ''), '0')::pg_catalog.int4 ${change})::pg_catalog.text, true) IS NOT NULL`;
}

function updateSql(plan: UpdatePlan): Sql {
  const columns = plan.columns.map(({ column }) => column);
  const sets = plan.columns.map(
    (item) => sql`${item.column.sql} = ${valueSql(item, plan.isMissingDefault)}`,
  );
  return sql`UPDATE ${plan.table.sql} AS ${written} SET ${listSql(sets)} FROM ${recordsSql(plan.rows, columns)}${whereSql(testsSql(written, plan.conditions))}`;
}

/** Returns a column's new value: the body's, or with missing=default its default when omitted. */
function valueSql({ column, isSometimesMissing }: WrittenColumn, isMissingDefault: boolean): Sql {
  const given = sql`r.${column.sql}`;
  if (!isMissingDefault || !isSometimesMissing || column.defaultSql === null) return given;
  return sql`CASE WHEN ${isMissingSql(column.name)} THEN (${column.defaultSql}) ELSE ${given} END`;
}

function testsSql(alias: Sql, conditions: readonly Condition[]): Sql[] {
  return conditions.map((condition) =>
    conditionSql({ alias, row: alias }, condition, (embed) => {
      throw new Error(`A write has no embed ${embed.key}`);
    }),
  );
}

function whereSql(tests: readonly Sql[]): Sql {
  return tests.length === 0 ? nothing : sql` WHERE ${joinSql(tests, sql` AND `)}`;
}
