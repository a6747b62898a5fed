/** What the REST service offers; each switch has PostgREST's name, meaning and default. */
export type RestSettings = {
  /** Schemas whose tables and functions are offered; the first is the one of requests that name none. */
  readonly schemas: readonly [string, ...string[]];
  /** `sum()`, `avg()`, `min()`, `max()` and `count()` in `select`. */
  readonly aggregates: boolean;
  /** How PostgreSQL would run a request is told to whoever asks (`Accept: application/vnd.pgrst.plan`). */
  readonly plans: boolean;
};

export const REST_DEFAULTS: RestSettings = {
  schemas: ["public"],
  aggregates: false,
  plans: false,
};
