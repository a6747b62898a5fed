import type { CallPlan } from "#backend/rest/plan/call-plan.domain.ts";
import { callSql } from "./call-sql.domain.ts";
import { conditionColumns, type ReadNode } from "#backend/rest/plan/plan.domain.ts";
import type { MediaType } from "#backend/rest/grammar/http-headers.domain.ts";
import { ReadWriter, type RootSource } from "./read-sql.domain.ts";
import { originColumns } from "#backend/rest/schema/relationships.domain.ts";
import type { Column, Routine } from "#backend/rest/schema/schema.domain.ts";
import { listSql, numbered, parameter, sql, type Sql } from "#backend/rest/protocol/sql.domain.ts";
import type { WritePlan } from "#backend/rest/plan/write-plan.domain.ts";
import { insertedCountSql, writeSql } from "./write-sql.domain.ts";

/**
 * One statement per request. PostgreSQL builds the body; the single result row has `body` (JSON
 * text or null), `rows` (of the page), `total` (all rows, or null), `affected` (changed rows),
 * `inserted` and `location`.
 */
export type Statement = {
  readonly sql: Sql;
  /** Column names when the body is an array of arrays of texts for CSV. */
  readonly csvHeader: readonly string[] | null;
  /** Query for a planned count; null without a count. */
  readonly countable: Sql | null;
};

export type ReadOptions = {
  readonly mediaType: MediaType;
  /** False for HEAD and for writes with return=minimal. */
  readonly hasBody: boolean;
  readonly hasExactCount: boolean;
};

const TABLE: RootSource = { ordinal: null, isTyped: true };
const RESULT: RootSource = { ordinal: null, isTyped: false };

type Page = { readonly sql: Sql; readonly csvHeader: readonly string[] | null };

/** Response settings that functions made while they ran. */
const overridesSql = sql`NULLIF(pg_catalog.current_setting('response.status', true), '') AS status, NULLIF(pg_catalog.current_setting('response.headers', true), '') AS headers`;

/** Returns the statement for GET and HEAD of a table. */
export function readStatement(node: ReadNode, from: Sql, options: ReadOptions): Statement {
  const page = pageOf(node, from, options, TABLE);
  const countable = new ReadWriter(TABLE).countPage(node, from);
  return {
    sql: sql`WITH page AS (${page.sql}) SELECT ${bodySql(options)} AS body, pg_catalog.count(*)::pg_catalog.int4 AS rows, ${totalSql(countable, options)} AS total, ${overridesSql} FROM page`,
    csvHeader: page.csvHeader,
    countable,
  };
}

/** Returns the statement of a call; `node` is null for scalars and for void. */
export function callStatement(
  plan: CallPlan,
  node: ReadNode | null,
  options: ReadOptions,
): Statement {
  const source = sql`source`;
  const ordinal = node === null ? null : ordinalOf(node);
  const page =
    node === null
      ? scalarPage(plan.routine, options.mediaType)
      : pageOf(node, source, options, { ordinal, isTyped: false });
  const countable =
    node === null ? sql`SELECT 1 FROM source` : new ReadWriter(RESULT).countPage(node, source);
  const { result } = plan.routine;
  const { shape } = options.mediaType;
  const isOne = result.kind !== "void" && !result.isSet && shape !== "csv";
  const body = isOne && options.hasBody ? firstSql(options.mediaType) : bodySql(options);
  return {
    sql: sql`WITH source AS (${callSql(plan, ordinal)}), page AS (${page.sql}) SELECT ${body} AS body, pg_catalog.count(*)::pg_catalog.int4 AS rows, ${totalSql(countable, options)} AS total, ${overridesSql} FROM page`,
    csvHeader: page.csvHeader,
    countable: null,
  };
}

/** Returns the statement of a write; `node` shapes its representation, null without one. */
export function writeStatement(
  plan: WritePlan,
  node: ReadNode | null,
  hasLocation: boolean,
  options: ReadOptions,
): Statement {
  const keys = hasLocation ? plan.table.primaryKey : [];
  const columns = node === null ? keys : [...new Set([...shownColumns(node), ...keys])];
  const source = sql`source AS (${writeSql(plan, columns)})`;
  const counts = sql`(SELECT pg_catalog.count(*) FROM source)::pg_catalog.int4 AS affected, ${insertedCountSql} AS inserted, ${locationSql(keys)} AS location`;
  if (node === null) {
    return {
      sql: sql`WITH ${source} SELECT NULL AS body, 0 AS rows, ${counts}, ${overridesSql}`,
      csvHeader: null,
      countable: null,
    };
  }
  const page = pageOf(node, sql`source`, options, RESULT);
  return {
    sql: sql`WITH ${source}, page AS (${page.sql}) SELECT ${bodySql(options)} AS body, pg_catalog.count(*)::pg_catalog.int4 AS rows, ${counts}, ${overridesSql} FROM page`,
    csvHeader: page.csvHeader,
    countable: null,
  };
}

function pageOf(
  node: ReadNode,
  from: Sql,
  { mediaType: { shape } }: ReadOptions,
  root: RootSource,
): Page {
  const writer = new ReadWriter(root);
  if (shape === "csv") {
    const { header, page } = writer.csvPage(node, from);
    return { sql: page, csvHeader: header };
  }
  return { sql: writer.jsonPage(node, from), csvHeader: null };
}

/**
 * Returns a column for the function's own order, which joins may lose: PostgreSQL turns embeds into
 * hash and merge joins, sooner for a POST with unknown row counts. Without embeds the order is
 * stable, and numbering would prevent filter pushdown into the function.
 */
function ordinalOf({ source, embeds, order }: ReadNode): Sql | null {
  if (embeds.length === 0 || order.length > 0) return null;
  let number = 0;
  while (source.columns.has(`n${number}`)) number += 1;
  return numbered("n", number);
}

function scalarPage(routine: Routine, { shape }: MediaType): Page {
  if (routine.result.kind === "void")
    return { sql: sql`SELECT NULL AS o FROM source`, csvHeader: null };
  if (shape === "csv") {
    return {
      sql: sql`SELECT ARRAY[CASE WHEN t.v IS NOT NULL THEN pg_catalog.format('%s', t.v) END]::pg_catalog._text AS o FROM source AS t`,
      csvHeader: [routine.name],
    };
  }
  return { sql: sql`SELECT pg_catalog.to_json(t.v) AS o FROM source AS t`, csvHeader: null };
}

function bodySql({ mediaType, hasBody }: ReadOptions): Sql {
  if (!hasBody) return sql`NULL`;
  if (mediaType.shape === "object") return firstSql(mediaType);
  const rows = sql`COALESCE(pg_catalog.json_agg(page.o), '[]'::pg_catalog.json)`;
  return sql`${stripped(rows, mediaType)}::pg_catalog.text`;
}

function firstSql(mediaType: MediaType): Sql {
  const first = sql`COALESCE(pg_catalog.json_agg(page.o) -> 0, 'null'::pg_catalog.json)`;
  return sql`${stripped(first, mediaType)}::pg_catalog.text`;
}

function stripped(value: Sql, { isNullStripped }: MediaType): Sql {
  return isNullStripped ? sql`pg_catalog.json_strip_nulls(${value})` : value;
}

function totalSql(countable: Sql, { hasExactCount }: ReadOptions): Sql {
  return hasExactCount ? sql`(SELECT pg_catalog.count(*) FROM (${countable}) AS c)` : sql`NULL`;
}

/** Returns the first row's key for `Location`. */
function locationSql(keys: readonly Column[]): Sql {
  if (keys.length === 0) return sql`NULL`;
  const pairs = keys.map(
    (column) => sql`${parameter(column.name)}, (s.${column.sql})::pg_catalog.text`,
  );
  return sql`(SELECT pg_catalog.json_build_object(${listSql(pairs)})::pg_catalog.text FROM source AS s LIMIT 1)`;
}

/**
 * Returns the written columns that the representation reads: shown, sorted by, or joined to embeds.
 */
function shownColumns(node: ReadNode): readonly Column[] {
  const all = [...node.source.columns.values()];
  if (node.isWholeRow) return all;
  const read = [
    ...node.items.flatMap((item) => (item.kind === "value" ? [item.field.column] : [])),
    ...node.order.flatMap((term) => (term.embed === null ? [term.field.column] : [])),
    ...node.embeds.flatMap((embed) => originColumns(embed.relationship)),
    ...conditionColumns(node.conditions),
  ];
  // A computed column may read the whole row.
  return read.some((column) => column.functionSql !== null) ? all : read;
}
