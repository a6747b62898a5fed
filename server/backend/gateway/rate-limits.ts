import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Caller } from "#server/database/caller.ts";
import { IN_PROCESS, limitKey } from "#server/kit/http/client-address.ts";
import type { Part, GatewayError } from "./gateway-error.ts";
import type { SharedRateCounters } from "./shared-rate-counters.ts";
import { MINUTE_S, HOUR_S } from "#server/kit/durations.ts";

/**
 * Rate limits per IP and per user. Counters are in memory, so that a rejected request
 * costs nothing else; servers on one database exchange them. The auth service counts per account
 * and email address in the database.
 */

type Rule = { readonly points: number; readonly seconds: number };

const FIVE_MINUTES_S = 5 * MINUTE_S;

/** A request must pass all rules of its class. */
const CLASSES = {
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
} as const satisfies Record<string, readonly Rule[]>;
type LimitClass = keyof typeof CLASSES;

/** A hall or school shares one IP: further sign-ups are delayed more and more. */
const SIGN_UP_FREE = 30;
const SIGN_UP_DELAY_STEP_MS = 250;
const SIGN_UP_DELAY_LIMIT_MS = 10_000;

/** Properties of a request that select its limits. */
export type Counted = {
  readonly part: Part;
  readonly method: string;
  /** Path below the service's mount, e.g. "/token". */
  readonly path: string;
  readonly grantType: string | null;
  readonly caller: Caller;
  readonly clientAddress: string;
  /** The function checks its own limit. */
  readonly countsItself?: boolean;
};

export type RateLimits = {
  /** Counts a request and delays it if needed. Returns null when it may proceed. */
  check(counted: Counted): Promise<GatewayError | null>;
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
        if (outcome.isRejected) return tooMany(outcome.retryAfterS);
        shared?.publish(name, key);
        if (name === "signUp") await wait(signUpDelayMs(outcome.count, factor));
      }
      return null;
    },
    addRemoteCount(kind, subject, count) {
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
  | { readonly isRejected: false; readonly count: number }
  | { readonly isRejected: true; readonly retryAfterS: number };

async function consume(limiters: readonly RateLimiterMemory[], key: string): Promise<Outcome> {
  let count = 0;
  try {
    for (const limiter of limiters) {
      const { consumedPoints } = await limiter.consume(key);
      count = Math.max(count, consumedPoints);
    }
    return { isRejected: false, count };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return {
      isRejected: true,
      retryAfterS: Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000)),
    };
  }
}

/** Per user for session requests, else per IP (IPv6: per /64). */
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
      // The realtime service limits sockets: a hall that reconnects at once shares one IP.
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
 * Browsers and CDNs cache files, and pages show many. Rendered images are limited where they are
 * rendered.
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
  // Only the creation of a resumable upload counts, not its parts.
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
