import type { Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";

/** The functions as the gateway asks them: it checks sessions and counts requests in front of them. */
export type FunctionsHost = {
  readonly app: Hono<BackendEnv>;
  /** Waits for what functions do after their answers, but not longer than the limit. */
  settle(limitMs: number): Promise<void>;
  /** Whether the function asks for a session; null when there is no such function. */
  verifiesJwt(name: string): boolean | null;
  /** Whether the function asks for a share by itself, and only for what costs. */
  countsItself(name: string): Promise<boolean>;
};
