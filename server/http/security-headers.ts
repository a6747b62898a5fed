import type { MiddlewareHandler } from "hono";
import { createHash } from "node:crypto";

export type SecurityHeaderOptions = {
  /** True when visitors reach the site over TLS. */
  isSecure: boolean;
  /** Origins whose frames may play by themselves and go full screen (R-23). */
  playerOrigins: readonly string[];
};

/** The strictest policy, for answers that are not pages; a page or embed page sets its own before. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const CSP_REPORT_PATH = "/csp-report";
const TWO_YEARS_SECONDS = 63_072_000;
const HSTS: [string, string] = ["strict-transport-security", `max-age=${TWO_YEARS_SECONDS}`];

const OFF_FEATURES = [
  "camera",
  "microphone",
  "geolocation",
  "payment",
  "usb",
  "serial",
  "midi",
  "display-capture",
  "browsing-topics",
] as const;
const PLAYER_FEATURES = [
  "autoplay",
  "fullscreen",
  "picture-in-picture",
  "encrypted-media",
] as const;

/**
 * Security headers on every answer (R-22, R-23). An inner handler may set any of them first; what it
 * set stays.
 */
export function securityHeaders(options: SecurityHeaderOptions): MiddlewareHandler {
  const fixed = fixedHeaders(options);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of fixed) {
      if (!headers.has(name)) headers.set(name, value);
    }
    // An embed page names who may frame it in its policy; the older header cannot say that.
    const isFramed = headers.get("content-security-policy")?.includes("frame-ancestors 'self'");
    if (isFramed) headers.delete("x-frame-options");
  };
}

/**
 * What pages may ask of the device (R-23): nothing but playing, for ourselves and for the given
 * origins; "*" for a sandboxed frame, whose origin has no name.
 */
export function permissionsPolicy(playerOrigins: readonly string[] | "*"): string {
  const players =
    playerOrigins === "*"
      ? "*"
      : `(${["self", ...playerOrigins.map((origin) => `"${origin}"`)].join(" ")})`;
  return [
    ...OFF_FEATURES.map((feature) => `${feature}=()`),
    ...PLAYER_FEATURES.map((feature) => `${feature}=${players}`),
  ].join(", ");
}

function fixedHeaders({ isSecure, playerOrigins }: SecurityHeaderOptions): [string, string][] {
  return [
    ["content-security-policy", DATA_POLICY],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["x-frame-options", "DENY"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["x-xss-protection", "0"],
    ["permissions-policy", permissionsPolicy(playerOrigins)],
    ["reporting-endpoints", `csp="${CSP_REPORT_PATH}"`],
    // Without includeSubDomains: other hosts of the ministry's domain are not ours to bind.
    ...(isSecure ? [HSTS] : []),
  ];
}

/** Sources of each directive of a content security policy; an empty list means the bare directive. */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** A policy as the header takes it. */
export function policyHeader(policy: ContentPolicy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

/** The source that allows one inline script or style by its content. */
export function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

export type PagePolicyOptions = {
  /** Hash sources of the inlined theme script and style sheet. */
  inlineScripts: readonly string[];
  inlineStyles: readonly string[];
  /** Origin of the embed pages and of the backend where they are not this server. */
  embedOrigin: string | null;
  backendOrigin: string | null;
  /** True when visitors reach the site over TLS; on a plain LAN upgrading would break it. */
  isSecure: boolean;
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
    "script-src": ["'self'", ...options.inlineScripts],
    "style-src": ["'self'", ...options.inlineStyles],
    "img-src": ["'self'", "data:", "blob:", ...backend],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...backend, ...sockets],
    "media-src": ["'self'", "blob:"],
    "frame-src": ["'self'", ...embed],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "report-to": ["csp"],
    ...(options.isSecure && { "upgrade-insecure-requests": [] }),
  };
}
