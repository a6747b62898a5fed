import type { JsonStep } from "#server/backend/rest/grammar/field-grammar.domain.ts";
import type { Operation } from "#server/backend/rest/grammar/filter-grammar.domain.ts";
import type { OrderTerm } from "#server/backend/rest/grammar/order-grammar.domain.ts";
import type { AggregateName } from "#server/backend/rest/grammar/select-grammar.domain.ts";
import type {
  Column,
  PgType,
  Relationship,
  RowSource,
} from "#server/backend/rest/schema/schema.domain.ts";

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
