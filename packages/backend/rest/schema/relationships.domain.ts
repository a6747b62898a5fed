import { relationshipHint } from "./hints.domain.ts";
import type { Column, Relationship, Schema } from "./schema.domain.ts";
import {
  relationshipAmbiguousError,
  relationshipMissingError,
  type RelationshipSummary,
} from "#backend/rest/protocol/schema-errors.ts";

/**
 * Resolves the relationship of an embed. The target is the other table, the constraint, or the
 * key's column; the hint selects by constraint, column or join table. In a table that refers to
 * itself, its name means the children and its column the parent.
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
    isRequested(relationship, target, hint),
  );
  const [only, ...others] = found;
  if (only === undefined) {
    const perhaps = relationshipHint(schema, origin, target);
    throw relationshipMissingError({ schema: schema.name, origin, target, hint }, perhaps);
  }
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

function isRequested(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.functionSql !== null) return target === relationship.constraint;
  return relationship.origin === relationship.target
    ? matchesSelf(relationship, target, hint)
    : matches(relationship, target, hint);
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  const isTable = target === relationship.target.name;
  if (hint === null) {
    if (isTable) return true;
    // A view is only found by its name.
    const isKey = isConstraint(relationship, target) || isColumn(relationship, target, "from");
    return isKey && !relationship.target.isView;
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
  const label =
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
    relationship: label,
  };
}

/** Returns the origin's columns that a row needs so that the embed finds its rows. */
export function originColumns(relationship: Relationship): readonly Column[] {
  if (relationship.functionSql !== null) return [...relationship.origin.columns.values()];
  const pairs = relationship.junction?.fromPairs ?? relationship.pairs;
  return pairs.map((pair) => pair.from);
}
