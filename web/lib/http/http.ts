import * as v from "valibot";
import { failureSchema } from "#shared/contracts/failure.ts";
import { AppError } from "#shared/errors.ts";
import type { Language } from "#shared/languages.ts";
import { PROBE_PATH } from "#shared/site/offline-shell.ts";
import { headStatus } from "#shared/site/server-probe.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import type { Transport } from "#shared/transport.ts";

/** Calls to this site's services. Every failure is an AppError. */
export type Api = {
  /**
   * Invokes a backend function as `supabase.functions.invoke` does: POST of JSON with the apikey.
   * @throws AppError "network" without a response, "upstream_failed" with the function's reason.
   */
  invoke(name: string, body: unknown, signal?: AbortSignal): Promise<unknown>;
  /**
   * Reads a function's public, per-language response with a GET that shared caches may answer. The
   * browser's own cache revalidates: the query cache decides how long a list is fresh. @throws
   * AppError as `invoke`
   */
  read(
    name: string,
    query: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<unknown>;
  /** Reads JSON of this site, for example "/api/live". */
  getJson(path: string, signal?: AbortSignal, headers?: HeadersInit): Promise<unknown>;
  /** Returns true when the server itself responds now, not a cached copy or a proxy. */
  isThere(signal: AbortSignal): Promise<boolean>;
};

/** Timeout of every request. */
const RESPONSE_TIMEOUT_MS = 20_000;

type ApiOptions = {
  transport?: Transport;
  /** Origin of the backend, "" for this site. */
  backendUrl: string;
  publishableKey: string;
  /** Language of the page, sent with each read. */
  language: Language;
};

/** Creates the HTTP client of the web app. */
export function createApi({
  transport = fetchTransport,
  backendUrl,
  publishableKey,
  language,
}: ApiOptions): Api {
  function send(url: string, init: RequestInit, caller?: AbortSignal): Promise<unknown> {
    return withTimeLimit(
      RESPONSE_TIMEOUT_MS,
      async (signal) => {
        const response = await transport(url, { ...init, signal }).catch((cause: unknown) => {
          if (caller?.aborted) throw cause;
          throw new AppError("network", 0, "The server could not be reached", { cause });
        });
        const body: unknown = await response.json().catch(() => null);
        if (response.ok) return body;
        const failure = v.safeParse(failureSchema, body);
        const { status } = response;
        if (!failure.success) throw new AppError("upstream_failed", status, `HTTP ${status}`);
        const { error, code: reason = null } = failure.output;
        throw new AppError("upstream_failed", status, error, { reason });
      },
      caller,
    );
  }

  return {
    invoke: (name, body, signal) =>
      send(
        `${backendUrl}/functions/v1/${name}`,
        {
          method: "POST",
          headers: { "content-type": "application/json", apikey: publishableKey },
          body: JSON.stringify(body),
        },
        signal,
      ),
    read: (name, query, signal) =>
      send(
        `${backendUrl}/functions/v1/${name}?${new URLSearchParams({ ...query, language })}`,
        { headers: { apikey: publishableKey }, cache: "no-cache" },
        signal,
      ),
    getJson: (path, signal, headers) => send(path, { ...(headers && { headers }) }, signal),
    isThere: (signal) =>
      send("/api/live", { cache: "no-store" }, signal).then(
        () => true,
        () => false,
      ),
  };
}

const fetchTransport: Transport = (url, init) => fetch(url, init);

/** The browser's fetch for the backend client: all requests leave through this file. */
export const browserFetch: typeof fetch = (input, init) => fetch(input, init);

/**
 * Returns true when the site, or one file of it, responds: one failed request does not mean
 * offline.
 */
export async function isReachable(address = PROBE_PATH): Promise<boolean> {
  return (await headStatus(browserFetch, address)) !== null;
}
