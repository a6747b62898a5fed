/**
 * What a function gets from the host that runs it. Our own host passes a context as the second
 * argument of `fetch`; Supabase's edge runtime passes none, and the fallbacks below serve.
 */

/** Small durable store for last good answers; values are JSON texts. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

/** Writes one line to the host's log; `event` is a fixed phrase, `details` carry no secrets. */
export type FunctionLog = (
  level: "info" | "warn" | "error",
  event: string,
  details?: Readonly<Record<string, string | number>>,
) => void;

/** Says how a part that we depend on went: null when it worked, else why it did not, in a few words. */
export type ReportFault = (component: string, fault: string | null) => void;

/** How a part that we depend on goes. */
export type ComponentState = {
  readonly state: "ok" | "failing";
  /** ISO 8601 instant since when. */
  readonly since: string;
  /** Why it fails; null while it works. */
  readonly reason: string | null;
  /** When it last worked, ISO 8601; null: not since the start. */
  readonly workedAt: string | null;
};

/** What is known of the parts that we depend on; see fault-book.ts. */
export type FaultRegistry = {
  readonly report: ReportFault;
  /** Every component that somebody has used so far, by name. */
  states(): Readonly<Record<string, ComponentState>>;
};

/**
 * One object for the life of the host: functions keep what they learn (caches, budgets) per context
 * object, so a host that passed a new one with every request would lose it all.
 */
export type FunctionContext = {
  /** Environment as the function may see it (never the host's whole environment). */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof globalThis.fetch;
  readonly store: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent: nothing is logged. */
  readonly log?: FunctionLog;
  /** Absent: nobody keeps a book of faults. */
  readonly report?: ReportFault;
  /**
   * For functions that count themselves: to be asked before a request costs something. null: go on;
   * otherwise refuse it, its sender may come back after so many seconds. Absent: the host limits
   * requests in ways of its own.
   */
  readonly admit?: (request: Request) => Promise<number | null>;
  /** Keeps the function alive until `work` ends, where a host would stop it after the answer. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
};

/** Shape of `supabase/functions/{name}/index.ts`'s default export. */
export type FunctionModule = {
  fetch(request: Request, context?: FunctionContext): Promise<Response>;
  /** The function asks `admit` for what costs; its other answers count against no limit. */
  readonly countsItself?: boolean;
};
