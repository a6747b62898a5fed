/** What the REST service offers; each switch has PostgREST's name, meaning and default. */
export type RestSettings = {
  /** Schemas whose tables and functions are offered; the first is the one of requests that name none. */
  readonly schemas: readonly [string, ...string[]];
  /** Schemas whose functions, types and operators are found besides. */
  readonly extraSearchPath: readonly string[];
  /** `sum()`, `avg()`, `min()`, `max()` and `count()` in `select`. */
  readonly aggregates: boolean;
  /** How PostgreSQL would run a request is told to whoever asks (`Accept: application/vnd.pgrst.plan`). */
  readonly plans: boolean;
  /** How a transaction ends, and whether a request may say so itself (`Prefer: tx=rollback`). */
  readonly transactionEnd: TransactionEnd;
  /** Who is told what there is; null: only the holder of the secret key. */
  readonly openApi: "follow-privileges" | "ignore-privileges" | "disabled" | null;
};

export const TRANSACTION_ENDS = [
  "commit",
  "commit-allow-override",
  "rollback",
  "rollback-allow-override",
] as const;
export type TransactionEnd = (typeof TRANSACTION_ENDS)[number];

export const REST_DEFAULTS: RestSettings = {
  schemas: ["public"],
  extraSearchPath: ["public", "extensions"],
  aggregates: false,
  plans: false,
  transactionEnd: "commit",
  openApi: null,
};
