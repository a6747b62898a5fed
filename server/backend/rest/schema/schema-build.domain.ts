import type { Catalog } from "./catalog.ts";
import { isCastable } from "./cast-types.domain.ts";
import { buildRelationships } from "./relationships.domain.ts";
import { buildRoutines } from "./routines.domain.ts";
import type { Column, PgType, Relation, RowSource, Schema, TypeFamily } from "./schema.domain.ts";

/** Turns the catalogue's document into what requests are compared with. */
export function buildSchema(catalog: Catalog): Schema {
  const types = buildTypes(catalog);
  const relations = new Map(
    catalog.tables.map((row) => [row.oid, buildRelation(row, types)] as const),
  );
  const exposed = [...relations.values()].filter((relation) => relation.isExposed);
  const rowSources = new Map<string, RowSource>(
    [...relations.values()].map(({ rowType, table, isExposed }) => [
      rowType,
      isExposed ? table : { ...table, tableName: null },
    ]),
  );
  return {
    tables: new Map(exposed.map(({ table }) => [table.name, table])),
    relationships: buildRelationships(catalog.foreignKeys, relations),
    routines: buildRoutines(catalog.routines, types, rowSources),
    castTypes: collectCastTypes(catalog, types),
  };
}

function buildTypes(catalog: Catalog): Map<string, PgType> {
  const rows = new Map(catalog.types.map((row) => [row.oid, row]));
  const types = new Map<string, PgType>();
  const build = (oid: string): PgType | null => {
    const known = types.get(oid);
    if (known !== undefined) return known;
    const row = rows.get(oid);
    if (row === undefined) return null;
    const array = rows.get(row.array);
    const type: PgType = {
      name: row.label,
      sql: row.sql,
      arraySql: array?.sql ?? null,
      family: familyOf(row),
      base: row.kind === "d" ? build(row.base) : null,
    };
    types.set(oid, type);
    return type;
  };
  for (const oid of rows.keys()) build(oid);
  return types;
}

function familyOf(row: Catalog["types"][number]): TypeFamily {
  if (row.schema !== "pg_catalog") return "other";
  if (row.name === "json" || row.name === "jsonb" || row.name === "tsvector") return row.name;
  return "other";
}

function collectCastTypes(
  catalog: Catalog,
  types: ReadonlyMap<string, PgType>,
): Map<string, PgType> {
  const entries = catalog.types.flatMap((row) => {
    const type = types.get(row.oid);
    return type !== undefined && isCastable(row) ? [{ row, type }] : [];
  });
  // Built-in types come last, so that a type of the schema never takes the name of one.
  const ordered = [
    ...entries.filter(({ row }) => row.schema === "public"),
    ...entries.filter(({ row }) => row.schema !== "public"),
  ];
  return new Map(ordered.map(({ row, type }) => [row.name, type]));
}

function buildRelation(
  row: Catalog["tables"][number],
  types: ReadonlyMap<string, PgType>,
): Relation {
  const columns = new Map<string, Column>();
  for (const column of row.columns) {
    const type = types.get(column.type);
    if (type === undefined) continue;
    const { name, sql, default: defaultSql } = column;
    columns.set(name, { name, sql, type, defaultSql });
  }
  const primaryKey = row.primaryKey.flatMap((name) => columns.get(name) ?? []);
  const table = { name: row.name, tableName: row.name, sql: row.sql, columns, primaryKey };
  const { isExposed, rowType, uniqueKeys } = row;
  return { table, isExposed, rowType, uniqueKeys };
}
