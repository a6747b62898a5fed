/**
 * Interface of a function to its host. Our own host passes a context as the second argument of
 * `fetch`; on Supabase's edge runtime the defaults apply.
 */

/** Small durable store for the last valid responses; values are JSON. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

/** Writes one line to the host's log. `event` is a fixed phrase; `details` contain no secrets. */
export type FunctionLog = (
  level: "info" | "warn" | "error",
  event: string,
  details?: Readonly<Record<string, string | number>>,
) => void;

/** Reports the result of an external dependency: null for success, otherwise a short reason. */
export type ReportFault = (component: string, fault: string | null) => void;

/** State of an external dependency. */
export type ComponentState = {
  readonly state: "ok" | "failing";
  /** ISO 8601 start of this state. */
  readonly since: string;
  /** Reason of the failure; null while it works. */
  readonly reason: string | null;
  /** Last success, ISO 8601; null: none since the start. */
  readonly workedAt: string | null;
};

/** State of external dependencies; see fault-registry.ts. */
export type FaultRegistry = {
  readonly report: ReportFault;
  /** By name: every component used so far. */
  states(): Readonly<Record<string, ComponentState>>;
};

/**
 * One object for the lifetime of the host: functions keep caches and budgets per context object, so
 * a new one for every request would lose them.
 */
export type FunctionContext = {
  /** Only the variables that the function may read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof globalThis.fetch;
  readonly store: KeyValueStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Absent: no log. */
  readonly log?: FunctionLog;
  /** Absent: no fault registry. */
  readonly report?: ReportFault;
  /**
   * For functions that count themselves; called before a request causes cost. Null admits it;
   * otherwise reject it, and the client may retry after this many seconds. Absent: the host limits
   * requests itself.
   */
  readonly admit?: (request: Request) => Promise<number | null>;
  /**
   * Keeps the function running until `work` ends, where a host would stop it after the response.
   */
  readonly waitUntil?: (work: Promise<unknown>) => void;
};

/** Default export of `supabase/functions/{name}/index.ts`. */
export type FunctionModule = {
  fetch(request: Request, context?: FunctionContext): Promise<Response>;
  /** The function calls `admit` for costly requests; its other responses are not limited. */
  readonly countsItself?: boolean;
};
