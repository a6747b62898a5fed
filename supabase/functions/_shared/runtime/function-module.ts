import { createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import type {
  FunctionContext,
  FunctionLog,
  KeyValueStore,
  FunctionModule,
} from "@reign-tv/kit/function-contract.ts";
import { watchSiteSettings } from "./site-settings.ts";

/**
 * Context for hosts that pass none: Supabase's edge runtime. Its variables come from Deno, and its
 * store is the memory of one isolate, so that a new isolate reads the source again.
 */

/** A store that lives as long as the process. */
export function createMemoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(values.get(key) ?? null),
    set(key, value) {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}

const logToConsole: FunctionLog = (level, event, details) => {
  console[level](JSON.stringify({ event, ...details }));
};

type Method = (argument: unknown) => unknown;

/** Returns `object[name]` bound to its object, or null if this runtime has no such method. */
function methodOf(object: unknown, name: string): Method | null {
  if (typeof object !== "object" || object === null) return null;
  const method: unknown = Reflect.get(object, name);
  if (typeof method !== "function") return null;
  return (argument) => Reflect.apply(method, object, [argument]);
}

/**
 * Creates the context of an edge function.
 *
 * @param names variables that the function may read
 */
function createEdgeContext(names: readonly string[]): FunctionContext {
  const deno: unknown = Reflect.get(globalThis, "Deno");
  const environment: unknown =
    typeof deno === "object" && deno !== null ? Reflect.get(deno, "env") : null;
  const readVariable = methodOf(environment, "get");
  const waitUntil = methodOf(Reflect.get(globalThis, "EdgeRuntime"), "waitUntil");
  const variable = (name: string): string | undefined => {
    const value = readVariable?.(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    env: Object.fromEntries(names.map((name) => [name, variable(name)])),
    fetch: (input, init) => globalThis.fetch(input, init),
    store: createMemoryStore(),
    now: () => Date.now(),
    log: logToConsole,
    report: createFaultRegistry({ now: () => Date.now(), log: logToConsole }).report,
    ...(waitUntil ? { waitUntil: (work: Promise<unknown>) => void waitUntil(work) } : {}),
  };
}

/**
 * CORS on Supabase's edge runtime, where the web app has another origin than its functions. An
 * exact list, never a reflection, no credentials. Our own host handles CORS for all its
 * functions.
 */

/** Origins of the native app. */
const APP_ORIGINS = ["https://localhost", "capacitor://localhost"] as const;

/** Variables with further origins. */
const CORS_ENV_NAMES = ["SITE_URL", "CORS_ORIGINS"] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the allowed origins: the site, the native app and those of CORS_ORIGINS. */
function allowedOrigins(env: Environment): ReadonlySet<string> {
  const configured = [env["SITE_URL"] ?? "", ...(env["CORS_ORIGINS"] ?? "").split(",")];
  const origins = configured.map((origin) => origin.trim().replace(/\/+$/, ""));
  return new Set([...APP_ORIGINS, ...origins.filter((origin) => origin !== "")]);
}

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers":
    "authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-speech-key, if-none-match",
  "access-control-max-age": "600",
} as const;

/** Adds CORS headers for allowed origins; other origins get the response without them. */
function withCors(request: Request, response: Response, env: Environment): Response {
  const headers = new Headers(response.headers);
  headers.append("vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin !== null && allowedOrigins(env).has(origin)) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", "etag, retry-after, x-cache");
    if (request.method === "OPTIONS") {
      for (const [name, value] of Object.entries(PREFLIGHT_HEADERS)) headers.set(name, value);
    }
  }
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Default export of a function's index.ts for both hosts: ours passes a context with every request;
 * for Supabase's edge runtime it is created at the first request.
 *
 * @param names variables that the function reads
 */
export function functionModule(
  names: readonly string[],
  handle: (request: Request, context: FunctionContext) => Promise<Response>,
  { countsItself = false }: Pick<FunctionModule, "countsItself"> = {},
): FunctionModule {
  let edge: { context: FunctionContext; refreshIfStale: () => Promise<void> } | null = null;
  return {
    countsItself,
    async fetch(request, context) {
      // The edge runtime may pass its own second argument.
      if (context?.store !== undefined) return await handle(request, context);
      edge ??= openEdge([...names, ...CORS_ENV_NAMES]);
      await edge.refreshIfStale();
      return withCors(request, await handle(request, edge.context), edge.context.env);
    },
  };
}

/** Context of an isolate; its variables follow the site. */
function openEdge(names: readonly string[]): {
  context: FunctionContext;
  refreshIfStale: () => Promise<void>;
} {
  const own = createEdgeContext(names);
  const { env, refreshIfStale } = watchSiteSettings(own);
  return { context: { ...own, env }, refreshIfStale };
}
