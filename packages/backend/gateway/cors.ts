import { TUS_RESPONSE_HEADERS, TUS_REQUEST_HEADERS } from "#backend/storage/protocol/tus.ts";
import { APP_ORIGINS } from "@reign-tv/kit/http/app-origins.ts";

/**
 * CORS: an exact list of origins, no reflection, no cookies. Includes the origins of the
 * native app.
 */

const ALLOWED_HEADERS = [
  "accept",
  "accept-language",
  "apikey",
  "authorization",
  "cache-control",
  "content-language",
  "content-type",
  "prefer",
  "range",
  "x-client-info",
  "x-supabase-api-version",
  "accept-profile",
  "content-profile",
  "x-upsert",
  "x-metadata",
  "x-retry-count",
  "x-region",
  "x-speech-key",
  ...TUS_REQUEST_HEADERS,
].join(", ");
const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
/**
 * supabase-js needs these for codes and counts: PostgREST's list and those of the other services.
 */
const EXPOSED_HEADERS = [
  "content-encoding",
  "content-location",
  "content-range",
  "content-type",
  "date",
  "location",
  "server",
  "transfer-encoding",
  "range-unit",
  "preference-applied",
  "x-supabase-api-version",
  "x-sb-error-code",
  "x-total-count",
  "link",
  "retry-after",
].join(", ");
const EXPOSED_TUS_HEADERS = TUS_RESPONSE_HEADERS.join(", ");
const MAX_AGE_S = "600";

export type Cors = {
  /** True for an allowed origin or the request's own host. */
  allowsOrigin(origin: string, host: string | undefined): boolean;
  /** Response to a preflight; an unknown origin gets no permission. */
  preflight(origin: string | undefined): Response;
  /** Replaces CORS headers of services and functions. */
  apply(headers: Headers, origin: string | undefined): void;
};

/** @param origins the site's origin and the configured ones. */
export function createCors(origins: readonly string[]): Cors {
  const allowed: ReadonlySet<string> = new Set([...APP_ORIGINS, ...origins]);
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && allowed.has(origin);
  return {
    allowsOrigin: (origin, host) =>
      isAllowed(origin) || (URL.canParse(origin) && new URL(origin).host === host),
    preflight(origin) {
      const headers: Record<string, string> = { vary: "Origin" };
      if (isAllowed(origin)) {
        headers["access-control-allow-origin"] = origin;
        headers["access-control-allow-headers"] = ALLOWED_HEADERS;
        headers["access-control-allow-methods"] = ALLOWED_METHODS;
        headers["access-control-max-age"] = MAX_AGE_S;
      }
      return new Response(null, { status: 204, headers });
    },
    apply(headers, origin) {
      for (const name of ["origin", "credentials", "headers", "methods"]) {
        headers.delete(`access-control-allow-${name}`);
      }
      headers.append("vary", "Origin");
      if (!isAllowed(origin)) return;
      headers.set("access-control-allow-origin", origin);
      headers.set("access-control-expose-headers", EXPOSED_HEADERS);
      if (headers.has("tus-resumable")) {
        headers.append("access-control-expose-headers", EXPOSED_TUS_HEADERS);
      }
    },
  };
}
