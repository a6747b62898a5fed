import { createHash } from "node:crypto";
import type { Context } from "hono";
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from "jose";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { authenticate } from "#backend/auth/endpoints/authenticate.ts";
import { AuthError, OAuthFormError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { signInExternalUser, linkExternal } from "#backend/auth/store/external-account.ts";
import { openSession, type SessionJson } from "#backend/auth/store/session-store.ts";
import type { ProviderSettings } from "#backend/settings.ts";
import { fetchBounded, OUTBOUND_LIMITS } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { linkingDisabled } from "./authorize.ts";
import { KNOWN_PROVIDERS } from "./provider-registry.ts";
import { identityFromClaims } from "./identity-from-claims.ts";
import { issuerOf } from "./provider-endpoints.ts";
import { isTrustedEndpoint, readJson } from "./provider-fetch.ts";

const LEEWAY_S = 30;
/** Public-key signatures only: no shared secrets and no "none". */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];

const idTokenBody = v.object({
  provider: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  issuer: optionalText,
  client_id: optionalText,
  link_identity: v.nullish(v.boolean(), false),
});
type IdTokenBody = v.InferOutput<typeof idTokenBody>;

const discoverySchema = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });

/**
 * grant_type=id_token: exchanges the ID token of a provider's sign-in button or of a phone for a
 * session.
 */
export async function signInWithIdToken(
  c: Context<BackendEnv>,
  deps: AuthDeps,
): Promise<SessionJson> {
  const body = await readBody(c, idTokenBody);
  if (body.id_token === "") throw new OAuthFormError("invalid request", "id_token required");
  if (body.provider === "" && (body.client_id === "" || body.issuer === "")) {
    throw new OAuthFormError("invalid request", "provider or client_id and issuer required");
  }
  const { name, settings } = providerOf(deps, body);
  const target = body.link_identity ? await authenticate(c, deps) : null;
  if (target !== null && !deps.settings.manualLinking) throw linkingDisabled();
  const claims = await verify(deps, { name, settings, body });
  assertFresh(claims, body, settings);
  const identity = identityFromClaims(name, claims);
  if (identity === null)
    throw new OAuthFormError("invalid request", "Missing sub claim in id_token");
  const origin = originOf(c);
  return deps.sql.begin(async (tx) => {
    const user =
      target === null
        ? await signInExternalUser(tx, deps, { identity, origin })
        : await linkExternal(tx, deps, { userId: target.user.id, identity });
    const start = { userId: user.id, method: "oauth", origin, provider: name } as const;
    return openSession(tx, deps, start);
  });
}

function providerOf(
  { settings: { providers } }: AuthDeps,
  body: IdTokenBody,
): { readonly name: string; readonly settings: ProviderSettings } {
  const byIssuer = [...providers].find(
    ([name, settings]) => body.provider === "" && issuerOf(name, settings) === body.issuer,
  );
  const name = byIssuer?.[0] ?? body.provider;
  const settings = providers.get(name) ?? null;
  if (settings !== null && issuerOf(name, settings) !== null) return { name, settings };
  if (!KNOWN_PROVIDERS.some((known) => known === name)) {
    throw validationFailed(`Custom OIDC provider ${JSON.stringify(name)} not allowed`);
  }
  const issuer = JSON.stringify(issuerOf(name, settings) ?? "");
  const message = `Provider (issuer ${issuer}) is not enabled`;
  throw new AuthError(400, "provider_disabled", message);
}

async function verify(
  deps: AuthDeps,
  token: {
    readonly name: string;
    readonly settings: ProviderSettings;
    readonly body: IdTokenBody;
  },
): Promise<JWTPayload> {
  const { name, settings, body } = token;
  try {
    const issuer = issuerOf(name, settings) ?? "";
    const keys = await keysOf(deps, issuer);
    const { payload } = await jwtVerify(body.id_token, keys, {
      issuer: [issuer, issuer.replace(/^https:\/\//, "")],
      audience: [...settings.clientIds],
      algorithms: ALGORITHMS,
      clockTolerance: LEEWAY_S,
      currentDate: new Date(deps.now()),
      requiredClaims: ["sub", "exp", "iat"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud") {
      const audience = JSON.stringify([error.payload["aud"]].flat());
      const message = `Unacceptable audience in id_token: ${audience}`;
      throw new OAuthFormError("invalid request", message);
    }
    throw new OAuthFormError("invalid request", "Bad ID token");
  }
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** The provider's public keys. The set is fetched again when a token names an unknown key. */
async function keysOf(deps: AuthDeps, issuer: string): Promise<KeySet> {
  const known = deps.keySets.get(issuer);
  if (known !== undefined) return known;
  const { fetch } = deps;
  const set = createRemoteJWKSet(new URL(await discoverKeys(deps, issuer)), {
    timeoutDuration: OUTBOUND_LIMITS.totalMs,
    [customFetch]: async (url) => {
      const keys = await fetchBounded({ fetch, url, limits: OUTBOUND_LIMITS });
      return new Response(keys.bytes, { status: keys.status, headers: keys.headers });
    },
  });
  deps.keySets.set(issuer, set);
  return set;
}

/** @throws Error when the document names another issuer, or keys without TLS. */
async function discoverKeys({ fetch }: AuthDeps, issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = v.parse(discoverySchema, await readJson(fetch, address));
  const isRight =
    found.issuer === issuer && isTrustedEndpoint(new URL(found.jwks_uri), new URL(issuer));
  if (!isRight) throw new Error("The provider names another issuer, or keys without TLS.");
  return found.jwks_uri;
}

/**
 * The nonce binds the token to the client that requested it; at_hash binds it to the access
 * token.
 */
function assertFresh(claims: JWTPayload, body: IdTokenBody, settings: ProviderSettings): void {
  const atHash = claims["at_hash"];
  if (body.access_token !== "" && typeof atHash === "string") {
    const sum = createHash("sha256").update(body.access_token).digest();
    const expected = sum.subarray(0, sum.length / 2).toString("base64url");
    if (expected !== atHash) throw new OAuthFormError("invalid request", "Bad ID token");
  }
  if (settings.skipNonceCheck) return;
  const nonce = claims["nonce"];
  const hasNonce = typeof nonce === "string" && nonce !== "";
  if (hasNonce !== (body.nonce !== "")) {
    const message = "Passed nonce and nonce in id_token should either both exist or not.";
    throw new OAuthFormError("invalid request", message);
  }
  if (!hasNonce) return;
  const hashed = createHash("sha256").update(body.nonce).digest("hex");
  if (hashed !== nonce) throw new OAuthFormError("invalid nonce", "Nonces mismatch");
}
