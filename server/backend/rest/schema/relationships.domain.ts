import type { Catalog } from "./catalog.ts";
import type { ColumnPair, Relation, Relationship, Schema, Table } from "./schema.domain.ts";
import {
  relationshipAmbiguousError,
  relationshipMissingError,
} from "#server/backend/rest/protocol/schema-errors.ts";
import type { RelationshipSummary } from "#server/backend/rest/protocol/schema-errors.ts";

type ForeignKey = {
  readonly name: string;
  readonly child: Table;
  readonly parent: Table;
  readonly pairs: readonly ColumnPair[];
  readonly isUnique: boolean;
};

/** Both ends of every foreign key between exposed tables, and the ways through join tables. */
export function buildRelationships(
  rows: Catalog["foreignKeys"],
  relations: ReadonlyMap<string, Relation>,
): Map<string, Relationship[]> {
  const keys = rows.flatMap((row) => toForeignKey(row, relations) ?? []);
  const byOrigin = new Map<string, Relationship[]>();
  for (const relationship of [...keys.flatMap((key) => bothEnds(key)), ...manyToMany(keys)]) {
    const name = relationship.origin.name;
    const known = byOrigin.get(name);
    if (known === undefined) byOrigin.set(name, [relationship]);
    else known.push(relationship);
  }
  return byOrigin;
}

function toForeignKey(
  row: Catalog["foreignKeys"][number],
  relations: ReadonlyMap<string, Relation>,
): ForeignKey | null {
  const child = relations.get(row.table);
  const parent = relations.get(row.target);
  if (child?.isExposed !== true || parent?.isExposed !== true) return null;
  const pairs = row.columns.flatMap((name, index) => {
    const from = child.table.columns.get(name);
    const to = parent.table.columns.get(row.targetColumns[index] ?? "");
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  const isUnique = child.uniqueKeys.some(
    (key) => key.length === row.columns.length && key.every((name) => row.columns.includes(name)),
  );
  return { name: row.name, child: child.table, parent: parent.table, pairs, isUnique };
}

function bothEnds(key: ForeignKey): Relationship[] {
  const { child, parent, pairs, isUnique } = key;
  const shared = { constraint: key.name, junction: null };
  return [
    {
      ...shared,
      cardinality: isUnique ? "one-to-one" : "many-to-one",
      origin: child,
      target: parent,
      pairs,
    },
    {
      ...shared,
      cardinality: isUnique ? "one-to-one" : "one-to-many",
      origin: parent,
      target: child,
      pairs: flip(pairs),
    },
  ];
}

function flip(pairs: readonly ColumnPair[]): ColumnPair[] {
  return pairs.map(({ from, to }) => ({ from: to, to: from }));
}

/** A join table's primary key holds the columns of both of its foreign keys. */
function manyToMany(keys: readonly ForeignKey[]): Relationship[] {
  return keys.flatMap((first) =>
    keys
      .filter(
        (second) =>
          second !== first &&
          second.child === first.child &&
          second.parent !== first.parent &&
          isInPrimaryKey(first) &&
          isInPrimaryKey(second),
      )
      .map((second) => ({
        cardinality: "many-to-many",
        origin: first.parent,
        target: second.parent,
        constraint: first.name,
        pairs: [],
        junction: {
          table: first.child,
          fromConstraint: first.name,
          toConstraint: second.name,
          fromPairs: flip(first.pairs),
          toPairs: second.pairs,
        },
      })),
  );
}

function isInPrimaryKey(key: ForeignKey): boolean {
  return key.pairs.every(({ from }) => key.child.primaryKey.includes(from));
}

/**
 * Finds the one way that an embed means. The target is the other table, the constraint, or the
 * column that holds the key; the hint picks among several by constraint, column or join table. In
 * a table that refers to itself, its name means the children and its column the parent.
 *
 * @throws RestError PGRST200 for none, PGRST201 for several.
 */
export function findRelationship(
  schema: Schema,
  origin: string,
  target: string,
  hint: string | null,
): Relationship {
  const found = (schema.relationships.get(origin) ?? []).filter((relationship) =>
    relationship.origin === relationship.target
      ? matchesSelf(relationship, target, hint)
      : matches(relationship, target, hint),
  );
  const [only, ...others] = found;
  if (only === undefined) throw relationshipMissingError(origin, target, hint);
  if (others.length > 0) {
    throw relationshipAmbiguousError(
      origin,
      target,
      found.map((relationship) => ({
        summary: summarize(relationship),
        hint: `${relationship.target.name}!${hintFor(relationship)}`,
      })),
    );
  }
  return only;
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  const isTable = target === relationship.target.name;
  if (hint === null) {
    return isTable || isConstraint(relationship, target) || isColumn(relationship, target, "from");
  }
  return (
    isTable &&
    (isConstraint(relationship, hint) ||
      isColumn(relationship, hint, "from") ||
      isColumn(relationship, hint, "to") ||
      relationship.junction?.table.name === hint)
  );
}

function matchesSelf(relationship: Relationship, target: string, hint: string | null): boolean {
  const isChildren =
    relationship.cardinality === "one-to-many" && target === relationship.target.name;
  if (hint === null) {
    return (
      isChildren ||
      (relationship.cardinality === "many-to-one" && isColumn(relationship, target, "from"))
    );
  }
  return isChildren && (isColumn(relationship, hint, "to") || isConstraint(relationship, hint));
}

function isConstraint(relationship: Relationship, name: string): boolean {
  return relationship.junction === null && relationship.constraint === name;
}

function isColumn(relationship: Relationship, name: string, side: "from" | "to"): boolean {
  return relationship.pairs.length === 1 && relationship.pairs[0]?.[side].name === name;
}

function hintFor(relationship: Relationship): string {
  return relationship.junction?.table.name ?? relationship.constraint;
}

function summarize(relationship: Relationship): RelationshipSummary {
  const { origin, target, junction } = relationship;
  const names = (columns: readonly { name: string }[]): string =>
    `(${columns.map((column) => column.name).join(", ")})`;
  const way =
    junction === null
      ? `${relationship.constraint} using ` +
        `${origin.name}${names(relationship.pairs.map((pair) => pair.from))} and ` +
        `${target.name}${names(relationship.pairs.map((pair) => pair.to))}`
      : `${junction.table.name} using ` +
        `${junction.fromConstraint}${names(junction.fromPairs.map((pair) => pair.to))} and ` +
        `${junction.toConstraint}${names(junction.toPairs.map((pair) => pair.from))}`;
  return {
    cardinality: relationship.cardinality,
    embedding: `${origin.name} with ${target.name}`,
    relationship: way,
  };
}

/** Columns of the origin that a row must carry so that the embed finds its rows. */
export function originColumns(relationship: Relationship): readonly ColumnPair["from"][] {
  const pairs = relationship.junction?.fromPairs ?? relationship.pairs;
  return pairs.map((pair) => pair.from);
}
