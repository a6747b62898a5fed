import { browserFetch } from "#web/lib/http/http.ts";

/** Longest that a request of a form waits for its answer. */
const ANSWER_LIMIT_MS = 20_000;
/** Signing out ends on this device whether the service answers or not. */
const SIGN_OUT_LIMIT_MS = 1_400;
/** The client tries a renewal again within half a minute. */
const RENEWAL_LIMIT_MS = 9_000;
/** Where a rejection does not say for how long. */
const PAUSE_MS = 30_000;

const RENEWAL = /\/auth\/v1\/token\?grant_type=refresh_token/;

let renewFromMs = 0;

/**
 * The backend client's fetch: no request waits for ever. Where the service takes no more renewals for a while, that
 * is told as a connection that failed: the client would end the session, which is as good as before.
 */
export const backendFetch: typeof browserFetch = async (input, init = {}) => {
  const address = input instanceof Request ? input.url : String(input);
  const isRenewal = RENEWAL.test(address);
  if (isRenewal && performance.now() < renewFromMs) throw tooMany();
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  if (init.signal?.aborted) abort();
  init.signal?.addEventListener("abort", abort);
  // A picture on its way from a slow phone takes as long as it takes.
  const timer = isUpload(address) ? undefined : setTimeout(abort, limitOf(address, isRenewal));
  try {
    const response = await browserFetch(input, { ...init, signal: stop.signal });
    // The rest of a long file may take longer; that of a short answer may not.
    if (address.includes("/functions/v1/")) clearTimeout(timer);
    if (!isRenewal || response.ok || isRejection(response)) return response;
    const seconds = Number(response.headers.get("retry-after"));
    renewFromMs = performance.now() + (seconds > 0 ? seconds * 1000 : PAUSE_MS);
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
  throw tooMany();
};

/** Only the service's own word ends a session, not its faults or a page of a proxy. */
function isRejection({ status, headers }: Response): boolean {
  return status < 500 && status !== 429 && (headers.get("content-type") ?? "").includes("json");
}

function tooMany(): TypeError {
  return new TypeError("The service takes no renewals for a while");
}

function isUpload(address: string): boolean {
  return address.includes("/storage/v1/object/");
}

function limitOf(address: string, isRenewal: boolean): number {
  if (isRenewal) return RENEWAL_LIMIT_MS;
  if (address.includes("/auth/v1/logout")) return SIGN_OUT_LIMIT_MS;
  return ANSWER_LIMIT_MS;
}
