/**
 * Cross-origin answers on Supabase's edge runtime, where the web app lives on another origin than
 * its functions. An exact list, never a reflection, no credentials. Our own host answers for
 * all its functions at once and does not come here.
 */

/** Origins of the phone app. */
const APP_ORIGINS = ["https://localhost", "capacitor://localhost"] as const;

/** Names of the variables that the list is made from. */
export const CORS_ENV_NAMES = ["SITE_URL", "CORS_ORIGINS"] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The origins that may call: the site, the phone app and what CORS_ORIGINS lists. */
export function allowedOrigins(env: Environment): ReadonlySet<string> {
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

/** Adds what a browser on an allowed origin needs; other origins get the answer without it. */
export function withCors(request: Request, response: Response, env: Environment): Response {
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
