import { embedFilterError } from "#server/backend/rest/protocol/errors.ts";
import type { Field } from "#server/backend/rest/grammar/field-grammar.domain.ts";
import type { LogicTree } from "#server/backend/rest/grammar/filter-grammar.domain.ts";
import type { Condition, Embed, ResolvedField } from "./plan.domain.ts";
import { columnMissingError } from "#server/backend/rest/protocol/schema-errors.ts";
import type { Column, RowSource } from "#server/backend/rest/schema/schema.domain.ts";

/** @throws RestError 42703 when the source has neither the column nor such a computed column. */
export function resolveField(source: RowSource, field: Field): ResolvedField {
  const column = source.columns.get(field.name) ?? source.computed.get(field.name);
  if (column === undefined) throw columnMissingError(source.name, field.name);
  return { column, path: field.path };
}

/**
 * Resolves the columns and embeds of a filter.
 *
 * @throws RestError 42703, PGRST120 for an embed that is compared with anything but null.
 */
export function resolveFilter(
  source: RowSource,
  embeds: readonly Embed[],
  tree: LogicTree,
): Condition {
  if (tree.kind !== "filter") {
    const children = tree.children.map((child) => resolveFilter(source, embeds, child));
    return { kind: tree.kind, isNegated: tree.isNegated, children };
  }
  const { field, isNegated, operation } = tree;
  const embed = field.path.length === 0 ? findEmbed(embeds, field.name) : undefined;
  if (embed !== undefined && operation.kind === "is" && operation.value.endsWith("null")) {
    return { kind: "presence", isPresent: isNegated === (operation.value === "null"), embed };
  }
  // A key's column may have the embed's name: `author_id(name)` and `author_id=eq.1`.
  if (embed !== undefined && !source.columns.has(field.name)) throw embedFilterError(field.name);
  return { kind: "filter", isNegated, operation, field: resolveField(source, field) };
}

function findEmbed(embeds: readonly Embed[], name: string): Embed | undefined {
  return embeds.find((embed) => embed.key === name);
}

/** Returns the columns that a list of conditions reads. */
export function conditionColumns(conditions: readonly Condition[]): Column[] {
  return conditions.flatMap((condition) => {
    if (condition.kind === "filter") return [condition.field.column];
    return condition.kind === "presence" ? [] : conditionColumns(condition.children);
  });
}
