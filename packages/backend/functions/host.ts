import { dirname, join } from "node:path";
import { Hono, type Context } from "hono";
import type { FunctionContext, KeyValueStore } from "@reign-tv/kit/function-contract.ts";
import type { BackendDeps, BackendEnv } from "#backend/context.ts";
import type { Caller } from "#backend/database/caller.ts";
import type { FunctionsHost } from "#backend/gateway/gateway.ts";
import type { RateLimits, Sender } from "#backend/gateway/rate-limits.ts";
import { MOUNTS } from "#backend/gateway/routes.ts";
import { createFileStore } from "@reign-tv/kit/files/file-store.ts";
import { captureErrors } from "@reign-tv/kit/uncaught-errors.ts";
import {
  createBackgroundWork,
  type BackgroundWork,
  inEdgeRuntime,
  provideEdgeRuntime,
  guardResponse,
} from "./edge-runtime.ts";
import {
  readFunctionConfig,
  createModuleLoader,
  listFunctions,
  type ModuleLoader,
} from "./load-functions.ts";

export type FunctionsHostOptions = {
  /** Has a folder for each function; config.toml is in its parent folder. Null: there are no functions. */
  readonly functionsDir: string | null;
  /** The environment variables that functions see. */
  readonly functionEnv: () => Readonly<Record<string, string | undefined>>;
  readonly functionFetch: typeof globalThis.fetch;
  /** Key-value store of a function; default: files in DATA_DIR. */
  readonly functionStore?: ((name: string) => KeyValueStore) | undefined;
  /** Development: reload changed files on the next call. */
  readonly isReloading: boolean;
  /** Maximum run time; shortened in tests. */
  readonly timeLimitMs?: number;
};

const TIME_LIMIT_MS = 30_000;
/** Set by the host only; removed from incoming requests. */
const VERIFIED_HEADERS = ["x-verified-role", "x-verified-user", "x-verified-claims"] as const;

type Deps = Pick<BackendDeps, "settings" | "log" | "now" | "report"> & {
  readonly limits: RateLimits;
};

/** Client of each running request. */
type Senders = WeakMap<Request, Sender>;

/**
 * Hosts every `{functionsDir}/{name}/index.ts` like Supabase: POST /{name} with the client's
 * headers, and the verified caller in `x-verified-role`, `x-verified-user` and
 * `x-verified-claims` (base64url JSON). Each function has one context for the life of the host.
 */
export function createFunctionsHost(deps: Deps, options: FunctionsHostOptions): FunctionsHost {
  const { functionsDir } = options;
  const names = new Set(functionsDir === null ? [] : listFunctions(functionsDir));
  const configs = readFunctionConfig(join(dirname(functionsDir ?? ""), "config.toml"));
  const loader = createModuleLoader(functionsDir ?? "", options.isReloading);
  const senders: Senders = new WeakMap();
  const background = createBackgroundWork();
  const contexts = new Map(
    [...names].map((name) => [
      name,
      createContext(name, { ...deps, senders, background }, options),
    ]),
  );
  provideEdgeRuntime();
  const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS;

  const app = new Hono<BackendEnv>();
  const handle = async (c: Context<BackendEnv>): Promise<Response> => {
    const name = c.req.param("name") ?? "";
    const context = contexts.get(name);
    if (context === undefined) {
      return failure(404, "NOT_FOUND", "Requested function was not found");
    }
    const waitUntil = (work: Promise<unknown>): void => context.waitUntil?.(work);
    const run = { name, context, loader, senders, timeLimitMs, waitUntil };
    return await runFunction(c, run, deps);
  };
  app.all("/:name", handle);
  app.all("/:name/*", handle);
  return {
    app,
    settle: (limitMs) => background.settle(limitMs),
    verifiesJwt: (name) => (names.has(name) ? (configs.get(name)?.verifyJwt ?? true) : null),
    async countsItself(name) {
      if (!names.has(name)) return false;
      // A function that fails to load is rate-limited by the host.
      const module = await loader.load(name).catch(() => null);
      return module?.countsItself === true;
    },
  };
}

type Run = {
  readonly name: string;
  readonly context: FunctionContext;
  readonly loader: ModuleLoader;
  readonly senders: Senders;
  readonly timeLimitMs: number;
  readonly waitUntil: (work: Promise<unknown>) => void;
};

async function runFunction(c: Context<BackendEnv>, run: Run, { log }: Deps): Promise<Response> {
  const requestId = c.get("requestId");
  const details = { requestId, function: run.name };
  let handler: Awaited<ReturnType<ModuleLoader["load"]>>;
  try {
    handler = await run.loader.load(run.name);
  } catch (error) {
    log.error({ event: "function_not_loaded", err: error, ...details });
    return failure(503, "BOOT_ERROR", "Function failed to start (please check logs)");
  }
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, run.timeLimitMs, null);
  });
  try {
    const request = await functionRequest(c, stop.signal);
    run.senders.set(request, c.var);
    const pending = captureErrors(
      (error) => log.error({ event: "function_stray_error", err: error, ...details }),
      () => inEdgeRuntime(run.waitUntil, () => handler.fetch(request, run.context)),
    );
    const response = await Promise.race([pending, late]);
    if (response !== null) {
      return guardResponse(response, (error) =>
        log.error({ event: "function_failed", err: error, ...details }),
      );
    }
    stop.abort();
    log.warn({ event: "function_too_slow", ...details });
    return failure(504, "IDLE_TIMEOUT", "Function took too long to answer");
  } catch (error) {
    log.error({ event: "function_failed", err: error, ...details });
    return failure(500, "WORKER_ERROR", "Function exited due to an error (please check logs)");
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the request as Supabase's runtime does, with the path "/{name}". */
async function functionRequest(c: Context<BackendEnv>, signal: AbortSignal): Promise<Request> {
  const { method, raw, url } = c.req;
  const headers = new Headers(raw.headers);
  for (const name of VERIFIED_HEADERS) headers.delete(name);
  headers.set("x-forwarded-for", c.get("clientAddress"));
  setVerifiedHeaders(headers, c.get("caller"));
  const mountAt = url.indexOf(MOUNTS.functions);
  const ownUrl = url.slice(0, mountAt) + url.slice(mountAt + MOUNTS.functions.length);
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? await readBody(c) : null;
  return new Request(ownUrl, { method, headers, body, signal });
}

/** The gateway has already read JSON as text; other bodies may be binary. */
function readBody(c: Context<BackendEnv>): Promise<string | ArrayBuffer> {
  const isText = c.req.header("content-type")?.includes("json") === true;
  return isText ? c.req.text() : c.req.arrayBuffer();
}

function setVerifiedHeaders(headers: Headers, { role, userId, claims }: Caller): void {
  headers.set("x-verified-role", role);
  if (userId === null) return;
  headers.set("x-verified-user", userId);
  headers.set("x-verified-claims", Buffer.from(JSON.stringify(claims)).toString("base64url"));
}

function createContext(
  name: string,
  deps: Deps & { senders: Senders; background: BackgroundWork },
  options: FunctionsHostOptions,
): FunctionContext {
  return {
    get env() {
      return options.functionEnv();
    },
    fetch: options.functionFetch,
    store:
      options.functionStore?.(name) ??
      createFileStore(join(deps.settings.dataDir, "functions-store", name)),
    now: deps.now,
    log: (level, event, details) => deps.log[level]({ event, function: name, ...details }),
    ...(deps.report && { report: deps.report }),
    async admit(request) {
      const sender = deps.senders.get(request);
      const error = sender === undefined ? null : await deps.limits.check(["functions"], sender);
      return error === null ? null : (error.retryAfterS ?? 1);
    },
    waitUntil: (work) =>
      deps.background.add(Promise.resolve(work), (error) =>
        deps.log.error({ event: "function_afterwork_failed", function: name, err: error }),
      ),
  };
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { "x-sb-error-code": code } });
}
