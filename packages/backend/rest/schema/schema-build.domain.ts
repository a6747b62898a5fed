import type { Catalog } from "./catalog.ts";
import { buildRelationships } from "./relationships-build.domain.ts";
import { buildComputed, buildRoutines } from "./routines.domain.ts";
import { buildTypes, collectCastTypes } from "./types.domain.ts";
import { originsOfViews, type ViewColumns } from "./view-columns.domain.ts";
import type { RestSettings } from "#backend/settings.ts";
import type { Column, PgType, Relation, RowSource, Schema, Schemas } from "./schema.domain.ts";

/** Builds the schemas from the catalogue's document. */
export function buildSchemas(catalog: Catalog, settings: RestSettings): Schemas {
  const types = buildTypes(catalog);
  const plain = buildRelations(catalog, types);
  const views = originsOfViews(catalog, plain);
  const relations = withViewKeys(plain, views);
  const rowSources = new Map<string, RowSource>(
    [...relations.values()].map(({ rowType, table, isExposed }) => [
      rowType,
      isExposed ? table : { ...table, tableName: null },
    ]),
  );
  const relationships = buildRelationships(catalog, relations, views);
  const build = (name: string): Omit<Schema, "role"> => ({
    name,
    description: catalog.descriptions[name] ?? null,
    tables: new Map(
      [...relations.values()]
        .filter(({ isExposed, table }) => isExposed && table.schema === name)
        .map(({ table }) => [table.name, table]),
    ),
    relationships: relationships.get(name) ?? new Map(),
    routines: buildRoutines(
      catalog.routines.filter((row) => row.schema === name),
      types,
      rowSources,
    ),
    castTypes: collectCastTypes(catalog, types, name),
    allowsAggregates: settings.aggregates,
  });
  return new Map(settings.schemas.map((name) => [name, build(name)]));
}

function buildRelations(
  catalog: Catalog,
  types: ReadonlyMap<string, PgType>,
): Map<string, Relation> {
  const computed = buildComputed(catalog, types);
  return new Map(
    catalog.tables.map((row) => [row.oid, buildRelation(row, types, computed)] as const),
  );
}

function withViewKeys(
  relations: ReadonlyMap<string, Relation>,
  views: ReadonlyMap<string, ViewColumns>,
): Map<string, Relation> {
  return new Map(
    [...relations].map(([oid, relation]) => {
      const view = views.get(oid);
      return [oid, view === undefined ? relation : withViewKey(relation, view, relations)];
    }),
  );
}

/** A view with all primary keys of its tables is written and located by them. */
function withViewKey(
  relation: Relation,
  view: ViewColumns,
  relations: ReadonlyMap<string, Relation>,
): Relation {
  const primaryKey = [...view].flatMap(([oid, origins]) => {
    const key = relations.get(oid)?.table.primaryKey ?? [];
    const found = key.flatMap((column) => origins.get(column.name)?.[0] ?? []);
    return found.length === key.length ? found : [];
  });
  return { ...relation, table: { ...relation.table, primaryKey } };
}

function buildRelation(
  row: Catalog["tables"][number],
  types: ReadonlyMap<string, PgType>,
  computed: ReadonlyMap<string, ReadonlyMap<string, Column>>,
): Relation {
  const columns = new Map<string, Column>();
  for (const column of row.columns) {
    const type = types.get(column.type);
    if (type === undefined) continue;
    const { name, sql, isNullable, description, default: defaultSql } = column;
    columns.set(name, { name, sql, type, defaultSql, isNullable, description, functionSql: null });
  }
  const { name, schema, sql, isView, description, roles, isExposed, rowType, uniqueKeys } = row;
  const table = {
    name,
    schema,
    tableName: name,
    sql,
    columns,
    computed: computed.get(rowType) ?? new Map<string, Column>(),
    rowTypeSql: sql,
    primaryKey: row.primaryKey.flatMap((key) => columns.get(key) ?? []),
    isView,
    description,
    roles,
    canUpdate: (row.changes & 4) !== 0,
    canInsert: (row.changes & 8) !== 0,
    canDelete: (row.changes & 16) !== 0,
  };
  return { table, isExposed, rowType, uniqueKeys };
}
