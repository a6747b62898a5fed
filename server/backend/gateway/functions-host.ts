import type { Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";

/** Functions behind the gateway, which checks sessions and rate limits first. */
export type FunctionsHost = {
  readonly app: Hono<BackendEnv>;
  /** Waits for background work of functions, up to the limit. */
  settle(limitMs: number): Promise<void>;
  /** Returns whether the function requires a session; null for an unknown function. */
  verifiesJwt(name: string): boolean | null;
  /** Returns true when the function checks its own rate limit, for costly work only. */
  countsItself(name: string): Promise<boolean>;
};
