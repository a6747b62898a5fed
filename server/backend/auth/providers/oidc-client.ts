import type { Configuration } from "openid-client";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { OUTBOUND_LIMITS } from "#server/kit/http/http-client.ts";
import { HOUR_MS } from "#server/kit/durations.ts";
import { identityFromClaims } from "./identity-from-claims.ts";
import { issuerOf, oidcScopesOf } from "./provider-endpoints.ts";
import { boundedFetch, isLoopback } from "./provider-fetch.ts";
import { toAuthorizationResult, type ProviderClient, type ProviderDeps } from "./provider-flow.ts";

/** Loaded on first use. */
const library = (): Promise<typeof import("openid-client")> => import("openid-client");

/** Discovered endpoints and keys are fetched again after this time. */
const DISCOVERY_TTL_MS = HOUR_MS;

/** Creates the client of an OpenID Connect provider. */
export function createOidcClient(
  name: string,
  settings: ProviderSettings,
  deps: ProviderDeps,
): ProviderClient {
  let known: { readonly config: Promise<Configuration>; readonly untilMs: number } | null = null;
  const configure = (): Promise<Configuration> => {
    if (known !== null && known.untilMs > deps.now()) return known.config;
    const config = discover(name, settings, deps);
    const entry = { config, untilMs: deps.now() + DISCOVERY_TTL_MS };
    known = entry;
    config.catch(() => {
      if (known === entry) known = null;
    });
    return config;
  };
  const usesPkce = (config: Configuration): boolean => config.serverMetadata().supportsPKCE();
  return {
    async startUrl(start) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const config = await configure();
      const challenge = await calculatePKCECodeChallenge(start.codeVerifier);
      return buildAuthorizationUrl(config, {
        ...start.extra,
        redirect_uri: start.redirectUri,
        scope: oidcScopesOf(name, settings, start.scopes),
        state: start.state,
        ...(settings.skipNonceCheck ? {} : { nonce: start.nonce }),
        ...(usesPkce(config) ? { code_challenge: challenge, code_challenge_method: "S256" } : {}),
        // Apple sends name and email only with a form post.
        ...(name === "apple" ? { response_mode: "form_post" } : {}),
      });
    },
    async finish(address, { state, nonce, codeVerifier }) {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const config = await configure();
      const tokens = await authorizationCodeGrant(config, address, {
        expectedState: state,
        idTokenExpected: true,
        ...(settings.skipNonceCheck ? {} : { expectedNonce: nonce }),
        ...(usesPkce(config) ? { pkceCodeVerifier: codeVerifier } : {}),
      });
      const claims = tokens.claims();
      const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo =
        hasUserInfo && claims?.["email"] === undefined
          ? await fetchUserInfo(config, tokens.access_token, claims?.sub ?? "")
          : {};
      return toAuthorizationResult(identityFromClaims(name, { ...userInfo, ...claims }), tokens);
    },
  };
}

/** @throws Error when the document names another issuer than configured. */
async function discover(
  name: string,
  settings: ProviderSettings,
  { fetch }: ProviderDeps,
): Promise<Configuration> {
  const client = await library();
  const { allowInsecureRequests, ClientSecretPost, customFetch, discovery } = client;
  const issuer = new URL(issuerOf(name, settings) ?? "");
  const [clientId = ""] = settings.clientIds;
  const config = await discovery(
    issuer,
    clientId,
    undefined,
    ClientSecretPost(settings.secret ?? ""),
    {
      [customFetch]: boundedFetch(fetch),
      timeout: OUTBOUND_LIMITS.totalMs / 1_000,
      // Verify signatures too, although OpenID Connect does not require it for tokens received
      // over TLS.
      execute: [
        client.enableNonRepudiationChecks,
        ...(isLoopback(issuer) ? [allowInsecureRequests] : []),
      ],
    },
  );
  const found = config.serverMetadata().issuer;
  if (found.replace(/\/$/, "") !== issuer.href.replace(/\/$/, "")) {
    throw new Error("The provider names another issuer.");
  }
  return config;
}
