import type { Catalog } from "./catalog.ts";
import type { Column, PgType } from "./schema.domain.ts";

type RoutineRow = Catalog["routines"][number];

/** Returns the row type of a function's single argument; null for other functions. */
export function rowTypeOfArgument({ args }: RoutineRow): string | null {
  const inputs = args.filter(({ mode }) => mode === "i" || mode === "b" || mode === "v");
  const [only] = inputs;
  return only === undefined || inputs.length > 1 || only.mode === "v" ? null : only.type;
}

/**
 * Returns computed columns (functions of a row with one value), by oid of the row's type and by
 * name.
 */
export function buildComputed(
  catalog: Catalog,
  types: ReadonlyMap<string, PgType>,
): Map<string, Map<string, Column>> {
  const rowTypes = new Set(catalog.tables.map((row) => row.rowType));
  const byRowType = new Map<string, Map<string, Column>>();
  for (const row of catalog.routines) {
    const rowType = rowTypeOfArgument(row);
    const type = types.get(row.returnType);
    if (rowType === null || !rowTypes.has(rowType) || type === undefined) continue;
    if (row.isSet || row.isVoid) continue;
    const columns = byRowType.get(rowType) ?? new Map<string, Column>();
    columns.set(row.name, {
      name: row.name,
      sql: row.sql,
      type,
      defaultSql: null,
      isNullable: true,
      description: row.description,
      functionSql: row.sql,
    });
    byRowType.set(rowType, columns);
  }
  return byRowType;
}
