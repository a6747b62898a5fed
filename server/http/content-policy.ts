import { createHash } from "node:crypto";

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

/** Content policy of the main pages. */
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
