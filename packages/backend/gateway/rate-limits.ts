import { setTimeout as sleep } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { findTargetHandler, isMiddleware } from "hono/utils/handler";
import type { BackendEnv } from "#backend/context.ts";
import type { Caller } from "#backend/database/caller.ts";
import { HOUR_S, MINUTE_S } from "@reign-tv/kit/durations.ts";
import { IN_PROCESS } from "@reign-tv/kit/http/client-address.ts";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { createKeyedLimit, type KeyedLimit, type Rate } from "@reign-tv/kit/rate-limit.ts";
import type { GatewayError, Part } from "./gateway-error.ts";
import type { SharedRateCounters } from "./shared-rate-counters.ts";

/**
 * Rate limits per IP and per user. Counters are in memory, so that a rejected request
 * costs nothing else; servers on one database exchange them. The auth service counts per account
 * and email address in the database.
 */

const FIVE_MINUTES_S = 5 * MINUTE_S;

/** A request must pass all rates of its limit. */
const LIMITS = {
  password: [
    { points: 150, seconds: FIVE_MINUTES_S },
    { points: 30, seconds: 10 },
  ],
  refresh: [{ points: 150, seconds: FIVE_MINUTES_S }],
  /** Delayed after SIGN_UP_FREE requests. */
  signUp: [{ points: 300, seconds: FIVE_MINUTES_S }],
  mail: [{ points: 30, seconds: FIVE_MINUTES_S }],
  verify: [{ points: 150, seconds: FIVE_MINUTES_S }],
  account: [{ points: 300, seconds: MINUTE_S }],
  anonymous: [{ points: 120, seconds: MINUTE_S }],
  user: [{ points: 300, seconds: MINUTE_S }],
  functions: [{ points: 120, seconds: MINUTE_S }],
  upload: [{ points: 10, seconds: HOUR_S }],
} as const satisfies Record<string, readonly Rate[]>;

export type LimitName = keyof typeof LIMITS;

/** Counted per user for requests with a session, all others per IP (IPv6: per /64). */
const PER_USER: ReadonlySet<LimitName> = new Set(["user", "upload"]);

/** A hall or school shares one IP: further sign-ups are delayed more and more. */
const SIGN_UP_FREE = 30;
const SIGN_UP_DELAY_STEP_MS = 250;
const SIGN_UP_DELAY_LIMIT_MS = 10_000;

/** A limit, or a function that selects it for a request whose caller is known. */
export type LimitChoice = LimitName | ((c: Context<BackendEnv>) => LimitName);

/** Limit of requests that differ only in their caller. */
export const perCaller: LimitChoice = (c) =>
  c.get("caller").userId === null ? "anonymous" : "user";

/** Limits of routes that declare none. */
const SERVICE_LIMITS = {
  auth: "account",
  rest: perCaller,
  storage: perCaller,
  functions: "functions",
  realtime: perCaller,
} as const satisfies Record<Part, LimitChoice>;

type LimitedRoute = MiddlewareHandler<BackendEnv> & { readonly limits: readonly LimitChoice[] };

/**
 * Declares the limits of a route in the order of counting; without any the route is unlimited.
 * Like any middleware it applies to the handlers after it. Routes without a declaration have the
 * limit of their service.
 *
 * The gateway counts a request before it reports a wrong key or reads the body, so the
 * middleware itself only passes on.
 */
export function rateLimit(...limits: readonly LimitChoice[]): MiddlewareHandler<BackendEnv> {
  const passOn: MiddlewareHandler<BackendEnv> = (_, next) => next();
  return Object.assign(passOn, { limits }) satisfies LimitedRoute;
}

/** Returns the limits that the request's route declares, else that of the service. */
export function limitsOf(c: Context<BackendEnv>, part: Part): readonly LimitName[] {
  const handlers = matchedRoutes(c).map(({ handler }) => findTargetHandler(handler));
  const responding = handlers.findIndex((handler) => !isMiddleware(handler));
  const declared = handlers.slice(0, responding).find(isLimitedRoute);
  return (declared?.limits ?? [SERVICE_LIMITS[part]]).map((limit) =>
    typeof limit === "string" ? limit : limit(c),
  );
}

function isLimitedRoute(handler: object): handler is LimitedRoute {
  return "limits" in handler;
}

/** Client that a request counts for. */
export type Sender = { readonly caller: Caller; readonly clientAddress: string };

export type RateLimits = {
  /** Counts a request and delays it if needed. Returns null when it may proceed. */
  check(limits: readonly LimitName[], sender: Sender): Promise<GatewayError | null>;
  /** Adds the count of another server. */
  addRemoteCount(kind: string, subject: string, count: number): void;
};

type RateLimitOptions = {
  /** Multiplies every limit (RATE_LIMIT_FACTOR). */
  readonly factor: number;
  /** Delays a request; replaced in tests. */
  readonly wait?: ((delayMs: number) => Promise<unknown>) | undefined;
  /** Exchange with other servers; null on a single server. */
  readonly shared?: Pick<SharedRateCounters, "publish" | "alias"> | null;
};

export function createRateLimits({
  factor,
  wait = sleep,
  shared = null,
}: RateLimitOptions): RateLimits {
  const counters = new Map<LimitName, readonly KeyedLimit[]>();
  const countersOf = (name: LimitName): readonly KeyedLimit[] => {
    const known = counters.get(name);
    if (known !== undefined) return known;
    const made = LIMITS[name].map((rate) => createKeyedLimit(rate, factor));
    counters.set(name, made);
    return made;
  };
  return {
    async check(limits, sender) {
      if (sender.clientAddress === IN_PROCESS || sender.caller.role === "service_role") return null;
      for (const name of limits) {
        const subject = subjectOf(name, sender);
        const key = shared?.alias(subject) ?? subject;
        let count = 0;
        for (const counter of countersOf(name)) {
          const counted = await counter.consume(key);
          if (counted.retryAfterS > 0) return tooMany(counted.retryAfterS);
          count = Math.max(count, counted.count);
        }
        shared?.publish(name, key);
        if (name === "signUp") await wait(signUpDelayMs(count, factor));
      }
      return null;
    },
    addRemoteCount(kind, subject, count) {
      if (!isLimitName(kind)) return;
      for (const counter of countersOf(kind)) counter.add(subject, count);
    },
  };
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name);
}

function subjectOf(name: LimitName, { caller, clientAddress }: Sender): string {
  return PER_USER.has(name) && caller.userId !== null ? caller.userId : limitKey(clientAddress);
}

function signUpDelayMs(count: number, factor: number): number {
  const excess = Math.max(0, count - SIGN_UP_FREE * factor);
  return Math.min(SIGN_UP_DELAY_LIMIT_MS, excess * SIGN_UP_DELAY_STEP_MS);
}

function tooMany(retryAfterS: number): GatewayError {
  return { status: 429, message: "Request rate limit reached", retryAfterS };
}
