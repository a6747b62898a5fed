import type {
  ComparisonOperator,
  ContainmentOperator,
  Operation,
  TextSearchOperator,
} from "#backend/rest/grammar/filter-grammar.domain.ts";
import type { Condition, Embed, ResolvedField } from "#backend/rest/plan/plan.domain.ts";
import type { Column, PgType } from "#backend/rest/schema/schema.domain.ts";
import {
  arrayLiteral,
  joinSql,
  parameter,
  sql,
  type Sql,
} from "#backend/rest/protocol/sql.domain.ts";

/** A type as filters use it for casts. */
type ValueType = Pick<PgType, "sql" | "arraySql" | "family">;

const text: ValueType = {
  sql: sql`pg_catalog.text`,
  arraySql: sql`pg_catalog._text`,
  family: "other",
};
const jsonb: ValueType = {
  sql: sql`pg_catalog.jsonb`,
  arraySql: sql`pg_catalog._jsonb`,
  family: "jsonb",
};

const comparisons: Readonly<Record<ComparisonOperator, Sql>> = {
  eq: sql`=`,
  gte: sql`>=`,
  gt: sql`>`,
  lte: sql`<=`,
  lt: sql`<`,
  like: sql`LIKE`,
  ilike: sql`ILIKE`,
  match: sql`~`,
  imatch: sql`~*`,
};

const containments: Readonly<Record<ContainmentOperator, Sql>> = {
  neq: sql`<>`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
  sl: sql`<<`,
  sr: sql`>>`,
  nxr: sql`&<`,
  nxl: sql`&>`,
  adj: sql`-|-`,
};

const textQueries: Readonly<Record<TextSearchOperator, Sql>> = {
  fts: sql`pg_catalog.to_tsquery`,
  plfts: sql`pg_catalog.plainto_tsquery`,
  phfts: sql`pg_catalog.phraseto_tsquery`,
  wfts: sql`pg_catalog.websearch_to_tsquery`,
};

const isValues = {
  null: sql`NULL`,
  not_null: sql`NOT NULL`,
  true: sql`TRUE`,
  false: sql`FALSE`,
  unknown: sql`UNKNOWN`,
} as const;

/** The rows of a level within a statement. */
export type RowRef = {
  readonly alias: Sql;
  /** A whole row of its table's type, for computed columns. */
  readonly row: Sql;
};

/** Returns a stored or computed column. */
function columnSql({ alias, row }: RowRef, { functionSql, sql: name }: Column): Sql {
  return functionSql === null ? sql`${alias}.${name}` : sql`${functionSql}(${row})`;
}

/** Returns a column with its JSON path; keys and indexes are parameters. */
export function fieldSql(rowRef: RowRef, field: ResolvedField): Sql {
  const column = columnSql(rowRef, field.column);
  if (field.path.length === 0) return column;
  const { family } = baseOf(field.column.type);
  const isJson = family === "json" || family === "jsonb";
  const steps = field.path.map(({ isText, operand }) => {
    const arrow = isText ? sql`->>` : sql`->`;
    return operand.kind === "key"
      ? sql`${arrow}${parameter(operand.key)}`
      : sql`${arrow}(${parameter(operand.index)})::pg_catalog.int4`;
  });
  const start = isJson ? column : sql`pg_catalog.to_jsonb(${column})`;
  return sql`(${start}${joinSql(steps, sql``)})`;
}

/** Returns a condition. `presenceOf` returns the expression that is null without the embed. */
export function conditionSql(
  rowRef: RowRef,
  condition: Condition,
  presenceOf: (embed: Embed) => Sql,
): Sql {
  if (condition.kind === "presence") {
    const presence = presenceOf(condition.embed);
    return condition.isPresent ? sql`${presence} IS NOT NULL` : sql`${presence} IS NULL`;
  }
  if (condition.kind === "filter") {
    const test = operationSql(rowRef, condition.field, condition.operation);
    return condition.isNegated ? sql`NOT (${test})` : test;
  }
  const children = condition.children.map((child) => conditionSql(rowRef, child, presenceOf));
  const joined = joinSql(children, condition.kind === "and" ? sql` AND ` : sql` OR `);
  return condition.isNegated ? sql`NOT (${joined})` : sql`(${joined})`;
}

function operationSql(rowRef: RowRef, field: ResolvedField, operation: Operation): Sql {
  const left = fieldSql(rowRef, field);
  const type = typeOf(field);
  switch (operation.kind) {
    case "comparison":
      return comparisonSql(left, type, operation);
    case "containment":
      return sql`${left} ${containments[operation.operator]} ${valueSql(type, operation.value)}`;
    case "isDistinct":
      return sql`${left} IS DISTINCT FROM ${valueSql(type, operation.value)}`;
    case "is":
      return sql`${left} IS ${isValues[operation.value]}`;
    case "in":
      return inSql(left, type, operation.values);
    case "textSearch":
      return textSearchSql(left, type, operation);
  }
}

function comparisonSql(
  left: Sql,
  type: ValueType,
  { operator, quantifier, value }: Extract<Operation, { kind: "comparison" }>,
): Sql {
  const isPattern = operator === "like" || operator === "ilike";
  const isText = isPattern || operator === "match" || operator === "imatch";
  const valueType = isText ? text : type;
  const given = isPattern ? value.replaceAll("*", "%") : value;
  const symbol = comparisons[operator];
  if (quantifier === null) return sql`${left} ${symbol} ${valueSql(valueType, given)}`;
  const list = sql`(${parameter(given)})::${valueType.arraySql ?? valueType.sql}`;
  return quantifier === "any"
    ? sql`${left} ${symbol} ANY (${list})`
    : sql`${left} ${symbol} ALL (${list})`;
}

function inSql(left: Sql, type: ValueType, values: readonly string[]): Sql {
  if (values.length === 0) return sql`FALSE`;
  if (type.arraySql === null) {
    const tests = values.map((value) => sql`${left} = ${valueSql(type, value)}`);
    return sql`(${joinSql(tests, sql` OR `)})`;
  }
  return sql`${left} = ANY ((${parameter(arrayLiteral(values))})::${type.arraySql})`;
}

function textSearchSql(
  left: Sql,
  type: ValueType,
  { operator, config, value }: Extract<Operation, { kind: "textSearch" }>,
): Sql {
  const language = config === null ? sql`` : sql`(${parameter(config)})::pg_catalog.regconfig, `;
  const document =
    type.family === "tsvector" ? left : sql`pg_catalog.to_tsvector(${language}${left})`;
  return sql`${document} @@ ${textQueries[operator]}(${language}${parameter(value)})`;
}

/** Returns a filter value cast to its column's type; PostgreSQL rejects invalid values. */
export function valueSql(type: ValueType, value: string): Sql {
  return sql`(${parameter(value)})::${type.sql}`;
}

function typeOf(field: ResolvedField): ValueType {
  const last = field.path.at(-1);
  const base = baseOf(field.column.type);
  if (last === undefined) return base;
  if (last.isText) return text;
  return base.family === "json" ? base : jsonb;
}

/** Returns the type below domains, because a domain's checks do not apply to filters. */
function baseOf(type: PgType): PgType {
  return type.base === null ? type : baseOf(type.base);
}
