import type { Catalog } from "./catalog.ts";
import { rowTypeOfArgument } from "./routines.domain.ts";
import type { ColumnPair, Column, Relation, Relationship, Table } from "./schema.domain.ts";
import type { ViewColumns } from "./view-columns.domain.ts";

/** A foreign key between two tables, or between views that expose its columns. */
type Link = {
  readonly name: string;
  readonly child: Relation;
  readonly parent: Relation;
  readonly pairs: readonly ColumnPair[];
  readonly isUnique: boolean;
};

type Relations = ReadonlyMap<string, Relation>;
type ByOrigin = Map<string, Relationship[]>;

/** A view may expose a column under several names; more combinations are not offered. */
const MAX_VIEW_COMBINATIONS = 8;

/**
 * Returns all relationships by schema and name of the origin: both directions of foreign keys
 * between exposed tables and views, many-to-many through join tables, and computed ones.
 */
export function buildRelationships(
  catalog: Catalog,
  relations: Relations,
  views: ReadonlyMap<string, ViewColumns>,
): Map<string, ByOrigin> {
  const links = catalog.foreignKeys.flatMap((row) => linksOf(row, relations, views));
  const found = [...links.flatMap(bothEnds), ...manyToMany(links)];
  const functions = functionsOf(catalog, relations);
  const isOverridden = ({ origin, target }: Relationship): boolean =>
    functions.some((one) => one.origin === origin && one.constraint === target.name);
  const bySchema = new Map<string, ByOrigin>();
  const all = [...found.filter((one) => !isOverridden(one)), ...functions];
  for (const relationship of all.toSorted(compareRelationships)) {
    const { schema, name } = relationship.origin;
    const byOrigin = bySchema.get(schema) ?? new Map<string, Relationship[]>();
    byOrigin.set(name, [...(byOrigin.get(name) ?? []), relationship]);
    bySchema.set(schema, byOrigin);
  }
  return bySchema;
}

function linksOf(
  row: Catalog["foreignKeys"][number],
  relations: Relations,
  views: ReadonlyMap<string, ViewColumns>,
): Link[] {
  const child = relations.get(row.table);
  const parent = relations.get(row.target);
  if (child === undefined || parent === undefined) return [];
  const isUnique = child.uniqueKeys.some(
    (key) => key.length === row.columns.length && key.every((name) => row.columns.includes(name)),
  );
  const children = exposedRelations(row.table, row.columns, relations, views);
  const parents = exposedRelations(row.target, row.targetColumns, relations, views);
  return children.flatMap((from) =>
    parents.map((to) => ({
      name: row.name,
      child: from.relation,
      parent: to.relation,
      pairs: zip(from.columns, to.columns),
      isUnique,
    })),
  );
}

type ExposedRelation = { readonly relation: Relation; readonly columns: readonly Column[] };

/** Returns the exposed table itself, and each exposed view with all of the columns. */
function exposedRelations(
  oid: string,
  names: readonly string[],
  relations: Relations,
  views: ReadonlyMap<string, ViewColumns>,
): ExposedRelation[] {
  const exposed: ExposedRelation[] = [];
  const table = relations.get(oid);
  if (table?.isExposed === true) {
    exposed.push({ relation: table, columns: names.flatMap((name) => columnOf(table, name)) });
  }
  for (const [viewOid, view] of views) {
    const relation = relations.get(viewOid);
    const shown = view.get(oid);
    if (relation?.isExposed !== true || shown === undefined) continue;
    for (const columns of combinations(names.map((name) => shown.get(name) ?? []))) {
      exposed.push({ relation, columns });
    }
  }
  return exposed.filter(({ columns }) => columns.length === names.length);
}

function columnOf({ table }: Relation, name: string): Column[] {
  const column = table.columns.get(name);
  return column === undefined ? [] : [column];
}

function combinations(choices: readonly (readonly Column[])[]): Column[][] {
  let found: Column[][] = [[]];
  for (const choice of choices) {
    found = found
      .flatMap((start) => choice.map((column) => [...start, column]))
      .slice(0, MAX_VIEW_COMBINATIONS);
  }
  return found;
}

function zip(from: readonly Column[], to: readonly Column[]): ColumnPair[] {
  return from.flatMap((column, index) => {
    const other = to[index];
    return other === undefined ? [] : [{ from: column, to: other }];
  });
}

function bothEnds({ child, parent, pairs, name, isUnique }: Link): Relationship[] {
  if (child.table.schema !== parent.table.schema) return [];
  const shared = { constraint: name, junction: null, functionSql: null };
  return [
    {
      ...shared,
      cardinality: isUnique ? "one-to-one" : "many-to-one",
      origin: child.table,
      target: parent.table,
      pairs,
    },
    {
      ...shared,
      cardinality: isUnique ? "one-to-one" : "one-to-many",
      origin: parent.table,
      target: child.table,
      pairs: flip(pairs),
    },
  ];
}

function flip(pairs: readonly ColumnPair[]): ColumnPair[] {
  return pairs.map(({ from, to }) => ({ from: to, to: from }));
}

/** A join table's primary key contains the columns of both foreign keys. */
function manyToMany(links: readonly Link[]): Relationship[] {
  const usable = links.filter((link) => !link.isUnique && isInPrimaryKey(link));
  return usable.flatMap((first) =>
    usable
      .filter(
        (second) =>
          second.name !== first.name &&
          second.child === first.child &&
          second.parent !== first.parent &&
          second.parent.table.schema === first.parent.table.schema,
      )
      .map((second) => ({
        cardinality: "many-to-many",
        origin: first.parent.table,
        target: second.parent.table,
        constraint: first.name,
        pairs: [],
        functionSql: null,
        junction: {
          table: first.child.table,
          fromConstraint: first.name,
          toConstraint: second.name,
          fromPairs: flip(first.pairs),
          toPairs: second.pairs,
        },
      })),
  );
}

function isInPrimaryKey({ pairs, child }: Link): boolean {
  return pairs.every(({ from }) => child.table.primaryKey.includes(from));
}

/** Returns computed relationships: functions from a row of one table to rows of another. */
function functionsOf(catalog: Catalog, relations: Relations): Relationship[] {
  const byRowType = new Map([...relations.values()].map((one) => [one.rowType, one]));
  return catalog.routines.flatMap((row): Relationship[] => {
    const origin = exposedTable(byRowType.get(rowTypeOfArgument(row) ?? ""));
    const target = exposedTable(byRowType.get(row.returnType));
    if (origin === null || target === null || origin.schema !== target.schema) return [];
    const isOne = !row.isSet || row.isOneRow;
    return [
      {
        cardinality: isOne ? "many-to-one" : "one-to-many",
        origin,
        target,
        constraint: row.name,
        pairs: [],
        junction: null,
        functionSql: row.sql,
      },
    ];
  });
}

function exposedTable(relation: Relation | undefined): Table | null {
  return relation?.isExposed === true ? relation.table : null;
}

const cardinalities = ["one-to-many", "many-to-one", "one-to-one", "many-to-many"] as const;

/** Order of the relationships in an ambiguity error. */
function compareRelationships(one: Relationship, other: Relationship): number {
  return (
    compareTexts(one.target.name, other.target.name) ||
    cardinalities.indexOf(one.cardinality) - cardinalities.indexOf(other.cardinality) ||
    compareTexts(one.junction?.table.name ?? "", other.junction?.table.name ?? "") ||
    compareTexts(one.constraint, other.constraint)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
