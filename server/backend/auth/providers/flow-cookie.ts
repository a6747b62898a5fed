import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { deriveKey } from "#server/backend/auth/protocol/derive-key.ts";
import { OAUTH_STATE_TTL_MS } from "#server/backend/auth/store/oauth-state-store.ts";

/**
 * Binds a flow to the browser that began it. Otherwise an attacker could begin a flow and let a
 * victim finish it: the victim would sign in to the attacker's account or link its identity
 * there. PKCE clients show their verifier instead.
 */
export function setFlowCookie(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  flow: { readonly id: string; readonly isPostedBack: boolean },
): void {
  const isSecure = deps.settings.siteUrl.startsWith("https:");
  setCookie(c, nameOf(flow.id), cookieValueOf(deps, flow.id), {
    path: "/auth/v1/callback",
    httpOnly: true,
    secure: isSecure,
    // A cross-site form post sends only SameSite=None cookies.
    sameSite: flow.isPostedBack && isSecure ? "None" : "Lax",
    maxAge: OAUTH_STATE_TTL_MS / 1_000,
  });
}

/** True in the browser that began the flow. */
export function hasFlowCookie(c: Context<BackendEnv>, deps: AuthDeps, flowId: string): boolean {
  const [given, expected] = [
    Buffer.from(getCookie(c, nameOf(flowId)) ?? ""),
    Buffer.from(cookieValueOf(deps, flowId)),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function nameOf(flowId: string): string {
  return `sb-visit-${flowId}`;
}

function cookieValueOf({ keys }: AuthDeps, flowId: string): string {
  const key = deriveKey(keys.hmacSecret, "visit-cookie");
  return createHmac("sha256", key).update(flowId).digest("base64url");
}
