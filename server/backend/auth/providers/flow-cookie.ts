import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";
import { VISIT_LIFETIME_MS } from "#server/backend/auth/store/oauth-state-store.ts";

/**
 * A visit to a provider belongs to the browser that began it: else somebody could begin one, have another
 * person end it, and that person would sign in to the stranger's account or give it their identity. A client
 * with PKCE proves it by its verifier; one without by this cookie, which nobody can make for a browser that
 * is not theirs.
 */
export function setVisitCookie(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  visit: { readonly id: string; readonly isPostedBack: boolean },
): void {
  const isSecure = deps.settings.siteUrl.startsWith("https:");
  setCookie(c, nameOf(visit.id), proofOf(deps, visit.id), {
    path: "/auth/v1/callback",
    httpOnly: true,
    secure: isSecure,
    // A form that another site posts brings no cookie of the other kinds.
    sameSite: visit.isPostedBack && isSecure ? "None" : "Lax",
    maxAge: VISIT_LIFETIME_MS / 1_000,
  });
}

/** True in the browser that began the visit. */
export function hasVisitCookie(c: Context<BackendEnv>, deps: AuthDeps, visitId: string): boolean {
  const [given, expected] = [
    Buffer.from(getCookie(c, nameOf(visitId)) ?? ""),
    Buffer.from(proofOf(deps, visitId)),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function nameOf(visitId: string): string {
  return `sb-visit-${visitId}`;
}

function proofOf({ keys }: AuthDeps, visitId: string): string {
  const key = deriveKey(keys.hmacSecret, "visit-cookie");
  return createHmac("sha256", key).update(visitId).digest("base64url");
}
