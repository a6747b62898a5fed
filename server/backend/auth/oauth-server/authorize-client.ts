import { randomBytes, randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { type Challenge, parseChallenge } from "#server/backend/auth/store/flow-state.ts";
import { findClient, redirectUrisOf } from "./client-store.ts";
import { clientNotFound } from "./manage-clients.ts";

const ID_BYTES = 24;
const DEFAULT_SCOPE = "email";
const STATE_MAX_CHARACTERS = 4_096;
const SCOPE_MAX_CHARACTERS = 1_024;
const NONCE_MAX_CHARACTERS = 255;
/** How long somebody may think about it. */
const AUTHORIZATION_LIFETIME_MS = 600_000;

/** GET /oauth/authorize: an application asks for somebody; on to the page where they decide. */
export function authorizeClient(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const clientId = c.req.query("client_id") ?? "";
    const redirect = c.req.query("redirect_uri") ?? "";
    if (clientId === "") throw validationFailed("client_id is required");
    if (redirect === "") throw validationFailed("redirect_uri is required");
    const challenge = readChallenge(c);
    const client = await findClient(parts.sql, clientId);
    if (client === null) throw clientNotFound(400);
    if (!redirectUrisOf(client).includes(redirect)) throw validationFailed("invalid redirect_uri");
    const authorizationId = randomBytes(ID_BYTES).toString("base64url");
    const now = new Date(parts.now());
    await parts.sql`
      insert into auth.oauth_authorizations (
        id, authorization_id, client_id, redirect_uri, scope, state, nonce,
        code_challenge, code_challenge_method, created_at, expires_at
      ) values (
        ${randomUUID()}, ${authorizationId}, ${client.id}, ${redirect}, ${readScope(c)},
        ${readText(c, "state", STATE_MAX_CHARACTERS)}, ${readText(c, "nonce", NONCE_MAX_CHARACTERS)},
        ${challenge.challenge}, ${challenge.method}, ${now},
        ${new Date(now.getTime() + AUTHORIZATION_LIFETIME_MS)}
      )`;
    const page = new URL(parts.settings.oauthServer.consentPath, parts.settings.siteUrl);
    page.searchParams.set("authorization_id", authorizationId);
    return c.redirect(page.href, 302);
  };
}

/** PKCE is not a choice here (OAuth 2.1). */
function readChallenge(c: Context<BackendEnv>): Challenge {
  const type = c.req.query("response_type") ?? "code";
  if (type !== "code") throw validationFailed("Only response_type=code is supported");
  const challenge = parseChallenge({
    code_challenge: c.req.query("code_challenge") ?? "",
    code_challenge_method: c.req.query("code_challenge_method") ?? "",
  });
  if (challenge !== null) return challenge;
  const message = "PKCE flow requires both code_challenge and code_challenge_method";
  throw validationFailed(message);
}

function readScope(c: Context<BackendEnv>): string {
  const scope = readText(c, "scope", SCOPE_MAX_CHARACTERS) ?? "";
  const known = scope.split(/\s+/).filter((name) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name));
  return known.length === 0 ? DEFAULT_SCOPE : [...new Set(known)].join(" ");
}

function readText(c: Context<BackendEnv>, name: string, max: number): string | null {
  const text = c.req.query(name);
  if (text === undefined || text === "") return null;
  if (text.length > max) throw validationFailed(`${name} is too long`);
  return text;
}
