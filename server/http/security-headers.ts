import { type MiddlewareHandler, Hono } from "hono";
import { createHash } from "node:crypto";
import { bodyLimit } from "hono/body-limit";
import * as v from "valibot";
import type { Logger } from "@reign-tv/kit/log.ts";
import { isStudioPath } from "#shared/studio/studio-path.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createCountWindow } from "@reign-tv/kit/rate-limit.ts";

export type SecurityHeaderOptions = {
  /** True when visitors reach the site over TLS. */
  isSecure: boolean;
  /** Origins whose frames may autoplay and go full screen (R-23). */
  playerOrigins: readonly string[];
};

/** The strictest policy, for data; a page or embed page sets its own before. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const CSP_REPORT_PATH = "/csp-report";
const TWO_YEARS_SECONDS = 63_072_000;
const HSTS: [string, string] = ["strict-transport-security", `max-age=${TWO_YEARS_SECONDS}`];

/** For the broadcast of staff from their own camera. */
const STUDIO_FEATURES = ["camera", "microphone"] as const;
const OFF_FEATURES = [
  "geolocation",
  "payment",
  "usb",
  "serial",
  "midi",
  "display-capture",
  "browsing-topics",
] as const;
/** Device features that players get. */
export const PLAYER_FEATURES = [
  "autoplay",
  "fullscreen",
  "picture-in-picture",
  "encrypted-media",
] as const;

/** Sets security headers on every response (R-22, R-23). A header that an inner handler set stays. */
export function securityHeaders(options: SecurityHeaderOptions): MiddlewareHandler {
  const fixed = fixedHeaders(options, false);
  const ofStudio = fixedHeaders(options, true);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of isStudioPath(context.req.path) ? ofStudio : fixed) {
      if (!headers.has(name)) headers.set(name, value);
    }
    // Embed pages list their parents in the policy; the older header cannot express that.
    const isFramed = headers.get("content-security-policy")?.includes("frame-ancestors 'self'");
    if (isFramed) headers.delete("x-frame-options");
  };
}

/**
 * Device features of pages (R-23): only playback, for this origin and the given ones, and the camera on pages of the
 * studio. "*" for a sandboxed frame, whose origin is opaque.
 */
export function permissionsPolicy(
  playerOrigins: readonly string[] | "*",
  { isStudio = false } = {},
): string {
  const players =
    playerOrigins === "*"
      ? "*"
      : `(${["self", ...playerOrigins.map((origin) => `"${origin}"`)].join(" ")})`;
  return [
    ...STUDIO_FEATURES.map((feature) => `${feature}=(${isStudio ? "self" : ""})`),
    ...OFF_FEATURES.map((feature) => `${feature}=()`),
    ...PLAYER_FEATURES.map((feature) => `${feature}=${players}`),
  ].join(", ");
}

function fixedHeaders(
  { isSecure, playerOrigins }: SecurityHeaderOptions,
  isStudio: boolean,
): [string, string][] {
  return [
    ["content-security-policy", DATA_POLICY],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["x-frame-options", "DENY"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["x-xss-protection", "0"],
    ["permissions-policy", permissionsPolicy(playerOrigins, { isStudio })],
    ["reporting-endpoints", `csp="${CSP_REPORT_PATH}"`],
    // Without includeSubDomains: other hosts of the ministry's domain are not this server's to bind.
    ...(isSecure ? [HSTS] : []),
  ];
}

/** Sources of each directive of a content security policy; an empty list means the bare directive. */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** Serializes a policy for the header. */
export function policyHeader(policy: ContentPolicy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

/** Source that allows one inline script or style by its content. */
export function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

export type PagePolicyOptions = {
  /** Hash sources of the inlined theme script and style sheet. */
  inlineScripts: readonly string[];
  inlineStyles: readonly string[];
  /** Origin of the embed pages and of the backend when it is another server. */
  embedOrigin: string | null;
  backendOrigin: string | null;
  /** True when visitors reach the site over TLS; on a plain LAN upgrading would break it. */
  isSecure: boolean;
  /** Pages of the studio encode what a camera films: encoders are compiled code in workers of their own making. */
  isStudio: boolean;
};

/** Content policy of the main pages (R-20). */
export function pagePolicy(options: PagePolicyOptions): ContentPolicy {
  const embed = options.embedOrigin ? [options.embedOrigin] : [];
  const backend = options.backendOrigin ? [options.backendOrigin] : [];
  const sockets = backend.map((origin) => origin.replace(/^http/, "ws"));
  return {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "script-src": [
      "'self'",
      ...options.inlineScripts,
      ...(options.isStudio ? ["'wasm-unsafe-eval'"] : []),
    ],
    "style-src": ["'self'", ...options.inlineStyles],
    "img-src": ["'self'", "data:", "blob:", ...backend],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...backend, ...sockets],
    "media-src": ["'self'", "blob:"],
    "frame-src": ["'self'", ...embed],
    "worker-src": ["'self'", ...(options.isStudio ? ["blob:"] : [])],
    "manifest-src": ["'self'"],
    "report-to": ["csp"],
    ...(options.isSecure && { "upgrade-insecure-requests": [] }),
  };
}

const MAX_BODY_BYTES = 16 * 1024;
/** Further reports in the window are dropped (R-60), so that they cannot fill the log. */
const MAX_REPORTS = 20;
const WINDOW_MS = MINUTE_MS;

const reportsSchema = v.array(
  v.object({
    type: v.literal("csp-violation"),
    body: v.object({
      effectiveDirective: v.pipe(v.string(), v.maxLength(100)),
      blockedURL: v.optional(v.string()),
      documentURL: v.optional(v.string()),
    }),
  }),
);

/** Accepts reports of content policy violations and logs the directive and the page. */
export function createCspReport({ log, now }: { log: Logger; now: () => number }): Hono {
  const window = createCountWindow(MAX_REPORTS, WINDOW_MS);

  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (context) => context.body(null, 413),
  });
  return new Hono().post("/csp-report", limit, async (context) => {
    if (window.isSpent(now())) return context.body(null, 429, { "retry-after": "60" });
    const reports = v.safeParse(reportsSchema, await context.req.json().catch(() => null));
    if (!reports.success) return context.body(null, 400);
    for (const { body } of reports.output) {
      window.take(now());
      log.warn({
        event: "csp_violation",
        directive: body.effectiveDirective,
        blocked: pathOf(body.blockedURL),
        page: pathOf(body.documentURL),
      });
    }
    return context.body(null, 204);
  });
}

/** A URL without query and fragment, which may hold personal data (R-65). */
function pathOf(url: string | undefined): string {
  return (url ?? "").split(/[?#]/)[0]?.slice(0, 200) ?? "";
}
