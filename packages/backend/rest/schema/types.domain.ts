import type { PgType, TypeFamily } from "./schema.domain.ts";
import type { Catalog } from "./catalog.ts";

/**
 * Built-in types for `::type`. Excludes the reg* family and other types that reveal data about the
 * server instead of converting a value.
 */
const castableNames = [
  "bool",
  "int2",
  "int4",
  "int8",
  "float4",
  "float8",
  "numeric",
  "money",
  "text",
  "varchar",
  "bpchar",
  "citext",
  "bytea",
  "uuid",
  "json",
  "jsonb",
  "date",
  "time",
  "timetz",
  "timestamp",
  "timestamptz",
  "interval",
  "inet",
  "cidr",
  "macaddr",
  "bit",
  "varbit",
  "tsvector",
  "tsquery",
  "int4range",
  "int8range",
  "numrange",
  "daterange",
  "tsrange",
  "tstzrange",
] as const;

/** SQL standard names and their names in the catalogue. */
const standardNames: Readonly<Record<string, string>> = {
  boolean: "bool",
  smallint: "int2",
  int: "int4",
  integer: "int4",
  bigint: "int8",
  real: "float4",
  float: "float8",
  "double precision": "float8",
  decimal: "numeric",
  char: "bpchar",
  character: "bpchar",
  "character varying": "varchar",
  "time without time zone": "time",
  "time with time zone": "timetz",
  "timestamp without time zone": "timestamp",
  "timestamp with time zone": "timestamptz",
  "bit varying": "varbit",
};

type NamedType = { readonly schema: string; readonly name: string; readonly kind: string };

/** Returns true for a listed built-in, and for an enum or domain of the request's schema. */
function isCastable(type: NamedType, schema: string): boolean {
  if (type.schema === schema) return type.kind === "e" || type.kind === "d" || isListed(type);
  return (type.schema === "pg_catalog" || type.schema === "extensions") && isListed(type);
}

function isListed(type: NamedType): boolean {
  return castableNames.some((name) => name === type.name);
}

/** Returns the requested type, or null. */
export function findCastType(types: ReadonlyMap<string, PgType>, requested: string): PgType | null {
  const name = requested.trim().replaceAll(/ +/g, " ");
  const standard = standardNames[name.toLowerCase()];
  return types.get(standard ?? name) ?? types.get(name.toLowerCase()) ?? null;
}

/** Returns the catalogue's types by oid. */
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

/** Returns the types that requests of a schema may cast to, by name. */
export function collectCastTypes(
  catalog: Catalog,
  types: ReadonlyMap<string, PgType>,
  schema: string,
): Map<string, PgType> {
  const entries = catalog.types.flatMap((row) => {
    const type = types.get(row.oid);
    return type !== undefined && isCastable(row, schema) ? [{ row, type }] : [];
  });
  // Built-in types come last, so that they take precedence over equal names of the schema.
  const ordered = [
    ...entries.filter(({ row }) => row.schema === schema),
    ...entries.filter(({ row }) => row.schema !== schema),
  ];
  return new Map(ordered.map(({ row, type }) => [row.name, type]));
}
