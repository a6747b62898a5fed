/** Settings of the REST service with PostgREST's names, meanings and defaults. */
export type RestSettings = {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly [string, ...string[]];
  /** Allows `sum()`, `avg()`, `min()`, `max()` and `count()` in `select`. */
  readonly aggregates: boolean;
  /**
   * Returns query plans to any client that requests them (`Accept: application/vnd.pgrst.plan`).
   */
  readonly plans: boolean;
};

export const REST_DEFAULTS: RestSettings = {
  schemas: ["public"],
  aggregates: false,
  plans: false,
};
