import type { Catalog } from "./catalog.ts";
import { isCastable } from "./cast-types.domain.ts";
import type { PgType, TypeFamily } from "./schema.domain.ts";

/** Types of the catalogue by oid. */
export function buildTypes(catalog: Catalog): Map<string, PgType> {
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
      labels: row.labels,
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

/** Types that requests of a schema may cast to, by name. */
export function collectCastTypes(
  catalog: Catalog,
  types: ReadonlyMap<string, PgType>,
  schema: string,
): Map<string, PgType> {
  const entries = catalog.types.flatMap((row) => {
    const type = types.get(row.oid);
    return type !== undefined && isCastable(row, schema) ? [{ row, type }] : [];
  });
  // Built-in types come last, so that a type of the schema never takes the name of one.
  const ordered = [
    ...entries.filter(({ row }) => row.schema === schema),
    ...entries.filter(({ row }) => row.schema !== schema),
  ];
  return new Map(ordered.map(({ row, type }) => [row.name, type]));
}
