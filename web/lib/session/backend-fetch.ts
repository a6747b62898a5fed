import { browserFetch } from "#web/lib/http/http.ts";

/** Timeout of a form's request. */
const RESPONSE_TIMEOUT_MS = 20_000;
/** Sign-out ends on this device even when the auth server does not respond. */
const SIGN_OUT_LIMIT_MS = 1_400;
/** The client retries a renewal within half a minute. */
const RENEWAL_LIMIT_MS = 9_000;
/** Default when a rejection has no Retry-After. */
const DEFAULT_DELAY_MS = 30_000;

const RENEWAL = /\/auth\/v1\/token\?grant_type=refresh_token/;

let renewFromMs = 0;

/**
 * Fetch of the backend client with timeouts. A renewal that is rate-limited becomes a network
 * error: otherwise the client would end a valid session.
 */
export const backendFetch: typeof browserFetch = async (input, init = {}) => {
  const address = input instanceof Request ? input.url : String(input);
  const isRenewal = RENEWAL.test(address);
  if (isRenewal && performance.now() < renewFromMs) throw tooMany();
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  if (init.signal?.aborted) abort();
  init.signal?.addEventListener("abort", abort);
  // An upload from a slow phone may take any time.
  const timer = isUpload(address) ? undefined : setTimeout(abort, limitOf(address, isRenewal));
  try {
    const response = await browserFetch(input, { ...init, signal: stop.signal });
    // The body of a long file may take longer than the limit; that of a short response may not.
    if (address.includes("/functions/v1/")) clearTimeout(timer);
    if (!isRenewal || response.ok || isRejection(response)) return response;
    const seconds = Number(response.headers.get("retry-after"));
    renewFromMs = performance.now() + (seconds > 0 ? seconds * 1000 : DEFAULT_DELAY_MS);
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
  throw tooMany();
};

/** Only the auth server's own rejection ends a session, not its errors or a proxy's page. */
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
  return RESPONSE_TIMEOUT_MS;
}
