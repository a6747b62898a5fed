import { findCastType } from "#backend/rest/schema/types.domain.ts";
import {
  aggregatesError,
  limitError,
  notEmbeddedError,
  relatedOrderError,
} from "#backend/rest/protocol/errors.ts";
import type { Field } from "#backend/rest/grammar/field-grammar.domain.ts";
import {
  resolveField,
  resolveFilter,
  type Aggregate,
  type Condition,
  type Embed,
  type OutputItem,
  type ReadNode,
  type ResolvedField,
  type ResolvedOrder,
} from "./plan.domain.ts";
import { MAX_EMBEDS, MAX_ROWS, MAX_SELECTED_ITEMS } from "#backend/rest/protocol/limits.ts";
import type { OrderTerm } from "#backend/rest/grammar/order-grammar.domain.ts";
import type {
  AtLevel,
  EmbedPath,
  ParsedQuery,
} from "#backend/rest/grammar/query-grammar.domain.ts";
import { findRelationship } from "#backend/rest/schema/relationships.domain.ts";
import { castTypeError } from "#backend/rest/protocol/schema-errors.ts";
import {
  isToOne,
  type Column,
  type PgType,
  type RowSource,
  type Schema,
} from "#backend/rest/schema/schema.domain.ts";
import type {
  SelectEmbed,
  SelectField,
  SelectItem,
} from "#backend/rest/grammar/select-grammar.domain.ts";

type DraftEmbed = Omit<Embed, "node" | "sortFields"> & {
  readonly node: DraftNode;
  readonly sortFields: ResolvedField[];
};
type DraftItem =
  | Exclude<OutputItem, { kind: "embed" }>
  | { readonly kind: "embed"; readonly embed: DraftEmbed };
/** A level while its parameters are assigned; then used as a `ReadNode`. */
type DraftNode = {
  source: RowSource;
  isWholeRow: boolean;
  items: DraftItem[];
  embeds: DraftEmbed[];
  conditions: Condition[];
  order: ResolvedOrder[];
  limit: number | null;
  offset: number;
};

/**
 * Resolves a parsed query in the schema and assigns each parameter to its level.
 *
 * @throws RestError with PostgREST's code for names that do not exist.
 */
export function planRead(schema: Schema, source: RowSource, query: ParsedQuery): ReadNode {
  const budget = { embeds: MAX_EMBEDS };
  const root = draftNode(schema, source, query.select, budget);
  for (const { path, value } of query.filters) {
    const node = findNode(root, path);
    node.conditions.push(resolveFilter(node.source, node.embeds, value));
  }
  const seen = new Set<DraftNode>();
  for (const { path, value } of query.orders) {
    const node = findNode(root, path);
    if (seen.has(node)) continue;
    seen.add(node);
    node.order.push(...value.map((term) => resolveOrder(node, term)));
  }
  assignFirst(root, query.limits, (node, limit) => {
    node.limit = Math.min(limit, MAX_ROWS);
  });
  assignFirst(root, query.offsets, (node, offset) => {
    node.offset = offset;
  });
  return root;
}

function draftNode(
  schema: Schema,
  source: RowSource,
  select: readonly SelectItem[],
  budget: { embeds: number },
): DraftNode {
  const items: DraftItem[] = [];
  for (const item of select) {
    if (item.kind === "star") items.push(...allColumns(source));
    else if (item.kind === "field") items.push(resolveSelectField(schema, source, item));
    else items.push({ kind: "embed", embed: draftEmbed(schema, source, item, budget) });
  }
  if (items.length > MAX_SELECTED_ITEMS) {
    throw limitError(`select may name ${MAX_SELECTED_ITEMS} columns of a resource`);
  }
  return {
    source,
    isWholeRow: select.length === 1 && select[0]?.kind === "star",
    items,
    embeds: items.flatMap((item) => (item.kind === "embed" ? [item.embed] : [])),
    conditions: [],
    order: [],
    limit: null,
    offset: 0,
  };
}

function allColumns(source: RowSource): DraftItem[] {
  return [...source.columns.values()].map((column) => valueOf(column));
}

function valueOf(column: Column): DraftItem {
  const field = { column, path: [] };
  return { kind: "value", key: column.name, field, cast: null, aggregate: null };
}

function resolveSelectField(schema: Schema, source: RowSource, item: SelectField): DraftItem {
  if (item.aggregate !== null && !schema.allowsAggregates) throw aggregatesError();
  if (isRowCount(source, item)) return { kind: "count", key: item.alias ?? "count" };
  const aggregate = resolveAggregate(schema, item.aggregate);
  if (item.field === null) {
    if (aggregate === null) throw new Error("Only an aggregate has no field");
    return { kind: "rowCount", key: item.alias ?? "count", aggregate };
  }
  const field = resolveField(source, item.field);
  const cast = resolveCast(schema, item.cast);
  const key = item.alias ?? aggregate?.name ?? keyOf(item.field);
  return { kind: "value", key, field, cast, aggregate };
}

function resolveAggregate(schema: Schema, aggregate: SelectField["aggregate"]): Aggregate | null {
  if (aggregate === null) return null;
  return { name: aggregate.name, cast: resolveCast(schema, aggregate.cast) };
}

function resolveCast(schema: Schema, name: string | null): PgType | null {
  if (name === null) return null;
  const type = findCastType(schema.castTypes, name);
  if (type === null) throw castTypeError(name);
  return type;
}

/**
 * `count` of a source without such a column counts its rows. PostgREST never planned it (PostgreSQL
 * reads `t.count` as `count(t)`), but clients rely on `select("*, comments(count)")`.
 */
function isRowCount(source: RowSource, { field, cast, aggregate }: SelectField): boolean {
  if (field?.name !== "count" || aggregate !== null) return false;
  const isBare = field.path.length === 0 && cast === null;
  return isBare && !source.columns.has("count") && !source.computed.has("count");
}

/** A JSON path gets the name of its last key. */
function keyOf(field: Field): string {
  const key = field.path.findLast((step) => step.operand.kind === "key")?.operand;
  return key?.kind === "key" ? key.key : field.name;
}

function draftEmbed(
  schema: Schema,
  source: RowSource,
  item: SelectEmbed,
  budget: { embeds: number },
): DraftEmbed {
  budget.embeds -= 1;
  if (budget.embeds < 0) throw limitError(`A request may embed ${MAX_EMBEDS} resources`);
  const origin = source.tableName ?? source.name;
  const relationship = findRelationship(schema, origin, item.target, item.hint);
  return {
    key: item.alias ?? item.target,
    target: item.target,
    relationship,
    isToOne: isToOne(relationship),
    isInner: item.join === "inner",
    isSpread: item.isSpread,
    isHidden: item.items.length === 0,
    node: draftNode(schema, relationship.target, item.items, budget),
    sortFields: [],
  };
}

function findNode(root: DraftNode, path: EmbedPath): DraftNode {
  let node = root;
  for (const name of path) {
    const embed = node.embeds.find((child) => child.key === name || child.target === name);
    if (embed === undefined) throw notEmbeddedError(name);
    node = embed.node;
  }
  return node;
}

/** The first of duplicate parameters of one level counts. */
function assignFirst(
  root: DraftNode,
  values: readonly AtLevel<number>[],
  assign: (node: DraftNode, value: number) => void,
): void {
  const seen = new Set<DraftNode>();
  for (const { path, value } of values) {
    const node = findNode(root, path);
    if (!seen.has(node)) assign(node, value);
    seen.add(node);
  }
}

function resolveOrder(node: DraftNode, term: OrderTerm): ResolvedOrder {
  const { isDescending, nulls, relation } = term;
  if (relation === null) {
    return { isDescending, nulls, embed: null, field: resolveField(node.source, term.field) };
  }
  const embed = node.embeds.find((child) => child.key === relation);
  if (embed === undefined) throw notEmbeddedError(relation);
  if (!embed.isToOne) throw relatedOrderError(node.source.name, relation);
  const field = resolveField(embed.node.source, term.field);
  embed.sortFields.push(field);
  return { isDescending, nulls, embed, field };
}
