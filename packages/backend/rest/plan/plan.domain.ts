import type { JsonStep, Field } from "#backend/rest/grammar/field-grammar.domain.ts";
import type { Operation, LogicTree } from "#backend/rest/grammar/filter-grammar.domain.ts";
import type { OrderTerm } from "#backend/rest/grammar/order-grammar.domain.ts";
import type { AggregateName } from "#backend/rest/grammar/select-grammar.domain.ts";
import type {
  Column,
  PgType,
  Relationship,
  RowSource,
} from "#backend/rest/schema/schema.domain.ts";
import { embedFilterError } from "#backend/rest/protocol/errors.ts";
import { columnMissingError } from "#backend/rest/protocol/schema-errors.ts";

/** A read with all names resolved in the schema; the input of SQL generation. */

export type ResolvedField = { readonly column: Column; readonly path: readonly JsonStep[] };

export type Condition =
  | {
      readonly kind: "filter";
      readonly isNegated: boolean;
      readonly field: ResolvedField;
      readonly operation: Operation;
    }
  | {
      /** `rel=is.null` and `rel=not.is.null`: rows without or with an embedded resource. */
      readonly kind: "presence";
      readonly isPresent: boolean;
      readonly embed: Embed;
    }
  | {
      readonly kind: "and" | "or";
      readonly isNegated: boolean;
      readonly children: readonly Condition[];
    };

export type Aggregate = { readonly name: AggregateName; readonly cast: PgType | null };

/** One key of a row's JSON. */
export type OutputItem =
  | {
      readonly kind: "value";
      readonly key: string;
      readonly field: ResolvedField;
      readonly cast: PgType | null;
      /** Null groups rows by this value when another item has an aggregate. */
      readonly aggregate: Aggregate | null;
    }
  /** `count()` */
  | { readonly kind: "rowCount"; readonly key: string; readonly aggregate: Aggregate }
  /** `rel(count)`: the number of rows instead of the rows. */
  | { readonly kind: "count"; readonly key: string }
  | { readonly kind: "embed"; readonly embed: Embed };

export type ResolvedOrder = Omit<OrderTerm, "field" | "relation"> & {
  readonly field: ResolvedField;
  /** Embed whose column orders this level, otherwise null. */
  readonly embed: Embed | null;
};

/** One level of a read: a table or another source of rows. */
export type ReadNode = {
  readonly source: RowSource;
  /** The select is exactly `*`: the whole row, including columns that were added since. */
  readonly isWholeRow: boolean;
  readonly items: readonly OutputItem[];
  readonly embeds: readonly Embed[];
  readonly conditions: readonly Condition[];
  readonly order: readonly ResolvedOrder[];
  readonly limit: number | null;
  readonly offset: number;
};

/** A resource in another one. Identity (`===`) distinguishes embeds of one level. */
export type Embed = {
  readonly key: string;
  readonly target: string;
  readonly relationship: Relationship;
  readonly isToOne: boolean;
  readonly isInner: boolean;
  readonly isSpread: boolean;
  /** `rel()` joins and filters but returns no columns. */
  readonly isHidden: boolean;
  readonly node: ReadNode;
  /** Columns that the level above sorts by. */
  readonly sortFields: readonly ResolvedField[];
};

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
