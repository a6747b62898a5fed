import { Hono, type Context, type MiddlewareHandler } from "hono";
import type { BackendEnv, BackendDeps } from "#backend/context.ts";
import type { SessionLiveness } from "#backend/auth/store/session-liveness.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import { checkBody, checkUrl } from "./body-limit.ts";
import {
  anonymousCaller,
  bearerOf,
  createCallerResolver,
  type CallerResolver,
  type CallerResult,
  type Credentials,
} from "./caller.ts";
import { createClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { requestContextOf } from "@reign-tv/kit/http/request-context.ts";
import { createCors, type Cors } from "./cors.ts";
import { limitsOf, type RateLimits } from "./rate-limits.ts";
import { errorResponse, unavailable, type Part, type GatewayError } from "./gateway-error.ts";
import { createRequestLogFields } from "./request-log-fields.ts";
import { TUS_CAPABILITIES } from "#backend/storage/protocol/tus.ts";
import { isKeyless, isResumable, MOUNTS } from "./routes.ts";
import { socketOf } from "@reign-tv/kit/http/web-sockets.ts";
import { createInFlightCounter } from "./in-flight-requests.ts";

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

export type GatewayDeps = {
  readonly auth: Hono<BackendEnv>;
  readonly rest: Hono<BackendEnv>;
  readonly storage: Hono<BackendEnv>;
  readonly realtime: Hono<BackendEnv>;
  readonly functions: FunctionsHost;
  readonly liveness: SessionLiveness;
  readonly limits: RateLimits;
};

export type Gateway = {
  readonly app: Hono<BackendEnv>;
  /** Waits until no request is in flight, up to the limit. */
  drain(limitMs: number): Promise<void>;
};

type Gate = {
  readonly cors: Cors;
  readonly resolver: CallerResolver;
  readonly limits: RateLimits;
  readonly functions: FunctionsHost;
};

/**
 * Creates the only entrance to the backend. It checks size, key, token, rate and body of a
 * request before a service sees it, and sends errors in the service's format.
 */
export function createGateway(deps: BackendDeps, services: GatewayDeps): Gateway {
  const { settings } = deps;
  const cors = createCors([settings.siteUrl, ...settings.corsOrigins]);
  const gate: Gate = {
    cors,
    resolver: createCallerResolver(deps, services.liveness),
    limits: services.limits,
    functions: services.functions,
  };
  const clientAddress = createClientAddress(settings.trustedProxies);
  const note = createRequestLogFields(deps);
  const running = createInFlightCounter();
  const app = new Hono<BackendEnv>();

  const guardService = (part: Part): MiddlewareHandler<BackendEnv> => {
    return async (c, next) => {
      const facts = requestContextOf(c.req.raw);
      c.set("facts", facts);
      c.set("requestId", facts.id);
      c.set("clientAddress", clientAddress(c));
      if (c.req.method === "OPTIONS") {
        note(c, part);
        return preflight(c, part, cors);
      }
      running.enter();
      try {
        const error = await admit(c, part, gate);
        if (error === null) await next();
        else c.res = errorResponse(part, error, contextOf(c));
        finishResponse(c, part, cors);
        note(c, part);
      } finally {
        running.leave();
      }
      return undefined;
    };
  };
  for (const part of PARTS) {
    const mount = MOUNTS[part];
    app.use(`${mount}/*`, guardService(part));
    app.route(mount, part === "functions" ? services.functions.app : services[part]);
    app.all(`${mount}/*`, (c) =>
      errorResponse(part, { status: 404, message: "There is no such route" }, contextOf(c)),
    );
  }
  app.onError((error, c) => {
    const part = partOf(c.req.path);
    if (isDatabaseUnavailable(error)) return errorResponse(part, unavailable(), contextOf(c));
    c.get("facts").fault = { err: error };
    const message = "Something went wrong on the server";
    return errorResponse(part, { status: 500, message }, contextOf(c));
  });
  return { app, drain: (limitMs) => running.drain(limitMs) };
}

const PARTS = ["auth", "rest", "storage", "functions", "realtime"] as const satisfies Part[];

/** Resumable uploads announce their capabilities to all clients in the preflight response. */
function preflight(c: Context<BackendEnv>, part: Part, cors: Cors): Response {
  const response = cors.preflight(c.req.header("origin"));
  const path = c.req.path.slice(MOUNTS[part].length);
  if (part === "storage" && isResumable(path)) {
    for (const [name, value] of Object.entries(TUS_CAPABILITIES)) response.headers.set(name, value);
  }
  return response;
}

/** Runs the checks, cheapest first, and sets the caller. */
async function admit(
  c: Context<BackendEnv>,
  part: Part,
  { cors, resolver, limits, functions }: Gate,
): Promise<GatewayError | null> {
  const { method } = c.req;
  if (method === "TRACE") return { status: 405, message: "Method not allowed" };
  const tooLong = checkUrl(c.req.url);
  if (tooLong !== null) return tooLong;
  const origin = c.req.header("origin");
  // Browsers send no preflight for a WebSocket and let any page read its messages.
  if (socketOf(c.env) !== null && origin !== undefined) {
    if (!cors.allowsOrigin(origin, c.req.header("host"))) {
      return { status: 403, message: "This origin may not open sockets here" };
    }
  }

  const path = c.req.path.slice(MOUNTS[part].length);
  const result = isKeyless(part, method, path)
    ? ({ ok: true, caller: anonymousCaller() } as const)
    : await resolve(c, part, path, resolver, functions);
  c.set("caller", result.ok ? result.caller : anonymousCaller());
  const countsItself = part === "functions" && (await functions.countsItself(nameOf(path)));
  const names = countsItself ? [] : limitsOf(c, part);
  const limited = await limits.check(names, c.var);
  if (limited !== null) return limited;
  return result.ok ? await checkBody(c, part) : result.error;
}

async function resolve(
  c: Context<BackendEnv>,
  part: Part,
  path: string,
  resolver: CallerResolver,
  functions: FunctionsHost,
): Promise<CallerResult> {
  const credentials: Credentials = {
    apikey: apiKeyOf(c, part),
    authorization: c.req.header("authorization"),
    isBrowser: c.req.header("origin") !== undefined || c.req.header("sec-fetch-site") !== undefined,
  };
  // The auth service reports token errors itself.
  if (part === "auth") return resolver.fromKey(credentials);
  const result = await resolver.fromKeyAndToken(credentials);
  return part === "functions" ? asFunctionCaller(result, credentials, path, functions) : result;
}

/** Browsers cannot set headers of a WebSocket: the key is in the URL. */
function apiKeyOf({ req }: Context<BackendEnv>, part: Part): string | undefined {
  const key = req.header("apikey");
  if (key !== undefined || part !== "realtime") return key;
  return req.header("x-api-key") ?? req.query("apikey");
}

function nameOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** `verify_jwt` decides whether a function requires a valid session. */
function asFunctionCaller(
  result: CallerResult,
  credentials: Credentials,
  path: string,
  functions: FunctionsHost,
): CallerResult {
  const isVerifying = functions.verifiesJwt(nameOf(path)) ?? false;
  if (result.ok) {
    const isSignedOut =
      result.caller.role === "anon" && bearerOf(credentials.authorization) === null;
    if (!isVerifying || !isSignedOut) return result;
    return { ok: false, error: { status: 401, message: "Missing authorization header" } };
  }
  if (result.error.isKeyError === true) return result;
  // Public functions also serve invalid sessions, and all clients while the database is down
  // (F-04).
  if (!isVerifying) return { ok: true, caller: anonymousCaller() };
  if (result.error.status === 503) return result;
  return { ok: false, error: { status: 401, message: "Invalid JWT" } };
}

function finishResponse(c: Context<BackendEnv>, part: Part, cors: Cors): void {
  const { headers } = changeable(c);
  headers.set("x-request-id", c.get("requestId"));
  if (part !== "storage" && !headers.has("cache-control")) headers.set("cache-control", "no-store");
  cors.apply(headers, c.req.header("origin"));
}

/** Responses of fetch have immutable headers: copy them. */
function changeable(c: Context<BackendEnv>): Response {
  try {
    c.res.headers.delete("x-powered-by");
  } catch {
    c.res = new Response(c.res.body, c.res);
  }
  return c.res;
}

function contextOf(c: Context<BackendEnv>): { requestId: string; apiVersion: string | undefined } {
  return { requestId: c.get("requestId"), apiVersion: c.req.header("x-supabase-api-version") };
}

function partOf(path: string): Part {
  const [, first] = path.split("/");
  return PARTS.find((part) => part === first) ?? "rest";
}
