import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Caller } from "#server/database/caller.ts";
import { IN_PROCESS, limitKey } from "#server/kit/http/client-address.ts";
import type { Part, GatewayError } from "./gateway-error.ts";
import type { SharedRateCounters } from "./shared-rate-counters.ts";
import { MINUTE_S, HOUR_S } from "#server/kit/durations.ts";

/**
 * Rate limits per address and per user. They count in memory, so that a refused request costs
 * nothing else, and several servers on a database tell each other what they counted; counters per account and
 * per e-mail address are the auth part's, in the database.
 */

type Rule = { readonly points: number; readonly seconds: number };

const FIVE_MINUTES_S = 5 * MINUTE_S;

/** All rules of a class must admit the request. */
const CLASSES = {
  password: [
    { points: 150, seconds: FIVE_MINUTES_S },
    { points: 30, seconds: 10 },
  ],
  refresh: [{ points: 150, seconds: FIVE_MINUTES_S }],
  /** Slowed from the 31st on, see SIGN_UP_FREE. */
  signUp: [{ points: 300, seconds: FIVE_MINUTES_S }],
  mail: [{ points: 30, seconds: FIVE_MINUTES_S }],
  verify: [{ points: 150, seconds: FIVE_MINUTES_S }],
  account: [{ points: 300, seconds: MINUTE_S }],
  anonymous: [{ points: 120, seconds: MINUTE_S }],
  user: [{ points: 300, seconds: MINUTE_S }],
  functions: [{ points: 120, seconds: MINUTE_S }],
  upload: [{ points: 10, seconds: HOUR_S }],
} as const satisfies Record<string, readonly Rule[]>;
type LimitClass = keyof typeof CLASSES;

/** A hall or a school shares one address: after so many sign-ups the next ones wait, longer and longer. */
const SIGN_UP_FREE = 30;
const SIGN_UP_DELAY_STEP_MS = 250;
const SIGN_UP_DELAY_LIMIT_MS = 10_000;

/** What a request is counted by. */
export type Counted = {
  readonly part: Part;
  readonly method: string;
  /** Path below the part's mount, e.g. "/token". */
  readonly path: string;
  readonly grantType: string | null;
  readonly caller: Caller;
  readonly clientAddress: string;
  /** The function itself asks for what costs; calling it is free. */
  readonly countsItself?: boolean;
};

export type RateLimits = {
  /** Counts the request; waits when it is to be slowed; null when it may go on. */
  check(counted: Counted): Promise<GatewayError | null>;
  /** Counts what another server has counted. */
  hear(kind: string, subject: string, count: number): void;
};

type RateLimitOptions = {
  /** Multiplies every limit (RATE_LIMIT_FACTOR). */
  readonly factor: number;
  /** How slowing waits; tests pass one that does not. */
  readonly wait?: ((delayMs: number) => Promise<unknown>) | undefined;
  /** The way to the other servers; absent where there can be none. */
  readonly shared?: Pick<SharedRateCounters, "tell" | "alias"> | null;
};

/** Makes the limits of one server. */
export function createRateLimits({
  factor,
  wait = sleep,
  shared = null,
}: RateLimitOptions): RateLimits {
  const limiters = new Map<LimitClass, readonly RateLimiterMemory[]>();
  const limitersOf = (name: LimitClass): readonly RateLimiterMemory[] => {
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const made = CLASSES[name].map(
      ({ points, seconds }) =>
        new RateLimiterMemory({
          keyPrefix: "",
          points: Math.max(1, Math.round(points * factor)),
          duration: seconds,
        }),
    );
    limiters.set(name, made);
    return made;
  };
  return {
    async check(counted) {
      if (counted.clientAddress === IN_PROCESS || counted.caller.role === "service_role") {
        return null;
      }
      for (const name of classesOf(counted)) {
        const subject = keyOf(name, counted);
        const key = shared?.alias(subject) ?? subject;
        const outcome = await consume(limitersOf(name), key);
        if (outcome.isRefused) return tooMany(outcome.retryAfterS);
        shared?.tell(name, key);
        if (name === "signUp") await wait(signUpDelayMs(outcome.count, factor));
      }
      return null;
    },
    hear(kind, subject, count) {
      if (!isLimitClass(kind)) return;
      for (const limiter of limitersOf(kind)) void limiter.penalty(subject, count);
    },
  };
}

function isLimitClass(name: string): name is LimitClass {
  return Object.hasOwn(CLASSES, name);
}

function signUpDelayMs(count: number, factor: number): number {
  const excess = Math.max(0, count - SIGN_UP_FREE * factor);
  return Math.min(SIGN_UP_DELAY_LIMIT_MS, excess * SIGN_UP_DELAY_STEP_MS);
}

type Outcome =
  | { readonly isRefused: false; readonly count: number }
  | { readonly isRefused: true; readonly retryAfterS: number };

async function consume(limiters: readonly RateLimiterMemory[], key: string): Promise<Outcome> {
  let count = 0;
  try {
    for (const limiter of limiters) {
      const { consumedPoints } = await limiter.consume(key);
      count = Math.max(count, consumedPoints);
    }
    return { isRefused: false, count };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return { isRefused: true, retryAfterS: Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000)) };
  }
}

/** The user for what a session does, the address (IPv6: its /64) for everything else. */
function keyOf(name: LimitClass, { caller, clientAddress }: Counted): string {
  const isPerUser = name === "user" || name === "upload";
  return isPerUser && caller.userId !== null ? caller.userId : limitKey(clientAddress);
}

function classesOf(counted: Counted): readonly LimitClass[] {
  const { part, caller } = counted;
  const general: LimitClass = caller.userId === null ? "anonymous" : "user";
  switch (part) {
    case "auth":
      return [authClass(counted)];
    case "rest":
      return [general];
    case "realtime":
      // Sockets are counted by the part itself: a hall that comes back at once shares one address.
      return counted.path === "/websocket" ? [] : [general];
    case "functions":
      return counted.countsItself === true ? [] : ["functions"];
    case "storage":
      if (isObjectDownload(counted)) return [];
      return isUpload(counted) ? ["upload", general] : [general];
  }
}

function authClass({ method, path, grantType }: Counted): LimitClass {
  if (path === "/token") return grantType === "refresh_token" ? "refresh" : "password";
  if (path === "/signup") return "signUp";
  if (path === "/verify" || path === "/verify/follow") return "verify";
  const isMail = path === "/recover" || path === "/resend" || path === "/otp";
  return isMail && method === "POST" ? "mail" : "account";
}

/**
 * Files themselves are cached by browsers and CDNs, and pages show many of them. Images that have to
 * be rendered first are counted where that happens.
 */
function isObjectDownload({ method, path }: Counted): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    /^\/(?:object|render\/image)\//.test(path) &&
    !path.startsWith("/object/list")
  );
}

function isUpload({ method, path }: Counted): boolean {
  if (method !== "POST" && method !== "PUT") return false;
  if (method === "PUT" && path.startsWith("/object/upload/sign/")) return true;
  // The parts of a resumable upload are no uploads of their own.
  if (method === "POST" && /^\/upload\/resumable(?:\/sign)?\/?$/.test(path)) return true;
  return (
    /^\/object\/(?!(?:list|list-v2|sign|move|copy|upload|info|public|authenticated)\/)[^/]+\/./.test(
      path,
    ) && !/^\/object\/(?:move|copy)$/.test(path)
  );
}

function tooMany(retryAfterS: number): GatewayError {
  return { status: 429, message: "Request rate limit reached", retryAfterS };
}
