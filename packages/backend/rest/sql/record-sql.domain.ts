import type { PgType } from "#backend/rest/schema/schema.domain.ts";
import { listSql, parameter, sql } from "#backend/rest/protocol/sql.domain.ts";
import type { Sql } from "#backend/rest/protocol/sql.domain.ts";

/** JSON of a request as rows with typed columns: `e.item` is the object, `r` its columns. */

type TypedColumn = { readonly sql: Sql; readonly type: PgType };

/**
 * Returns a `FROM` item for an array of objects. PostgreSQL converts every value to its column's
 * type and rejects invalid ones.
 *
 * @param json text of a JSON array.
 */
export function recordsSql(json: string, columns: readonly TypedColumn[]): Sql {
  const items = sql`pg_catalog.json_array_elements((${parameter(json)})::pg_catalog.json) AS e(item)`;
  if (columns.length === 0) return items;
  return sql`${items} CROSS JOIN LATERAL pg_catalog.json_to_record(e.item) AS r(${typedSql(columns)})`;
}

/**
 * Returns a `FROM` item for one object. LIMIT shows PostgreSQL that it is one row; otherwise it
 * might choose a join that changes the order of the other rows.
 *
 * @param json text of a JSON object.
 */
export function oneRecordSql(json: string, columns: readonly TypedColumn[]): Sql {
  return sql`(SELECT * FROM pg_catalog.json_to_record((${parameter(json)})::pg_catalog.json) AS o(${typedSql(columns)}) LIMIT 1) AS r`;
}

function typedSql(columns: readonly TypedColumn[]): Sql {
  return listSql(columns.map((column) => sql`${column.sql} ${column.type.sql}`));
}

/** True for an object without the key; an explicit null is a value. */
export function isMissingSql(key: string): Sql {
  return sql`(e.item -> ${parameter(key)}) IS NULL`;
}
