import type { ExternalIdentity } from "#backend/auth/store/identity-store.ts";
import type { Configuration } from "openid-client";
import type { ProviderSettings } from "#backend/settings.ts";
import { OUTBOUND_LIMITS } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import {
  identityFromClaims,
  identityFromFacebook,
  identityFromGithub,
} from "./identity-from-claims.ts";
import { issuerOf, oidcScopesOf, type OAuth2Endpoints, scopesOf } from "./provider-endpoints.ts";
import { boundedFetch, isLoopback, readJson } from "./provider-fetch.ts";

/** Parameters of an authorization request. */
export type AuthorizationStart = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly scopes: string;
  /** Further parameters of the client, e.g. `prompt`. */
  readonly extra: Readonly<Record<string, string>>;
};

export type AuthorizationResult = {
  readonly identity: ExternalIdentity;
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

/** The client of one provider. */
export type ProviderClient = {
  startUrl(start: AuthorizationStart): Promise<URL>;
  /**
   * @param url the callback URL with `code` and `state`.
   * @throws Error when the response is invalid.
   */
  finish(
    address: URL,
    checks: Pick<AuthorizationStart, "state" | "nonce" | "codeVerifier">,
  ): Promise<AuthorizationResult | null>;
};

export type ProviderDeps = {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
};

/** @returns null for a provider that named no user. */
function toAuthorizationResult(
  identity: ExternalIdentity | null,
  tokens: { readonly access_token: string; readonly refresh_token?: string | undefined },
): AuthorizationResult | null {
  if (identity === null) return null;
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokens;
  return { identity, accessToken, refreshToken };
}

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

/** Creates the client of an OAuth 2.0 provider without discovery. */
export function createOAuth2Client(
  name: string,
  settings: ProviderSettings,
  { fetch, endpoints }: ProviderDeps & { readonly endpoints: OAuth2Endpoints },
): ProviderClient {
  const configure = async (): Promise<Configuration> => {
    const client = await import("openid-client");
    const [clientId = ""] = settings.clientIds;
    const config = new client.Configuration(
      {
        issuer: new URL(endpoints.authorize).origin,
        authorization_endpoint: endpoints.authorize,
        token_endpoint: endpoints.token,
      },
      clientId,
      undefined,
      client.ClientSecretPost(settings.secret ?? ""),
    );
    config[client.customFetch] = boundedFetch(fetch);
    if (isLoopback(new URL(endpoints.token))) client.allowInsecureRequests(config);
    return config;
  };
  return {
    async startUrl({ extra, redirectUri, scopes, state }) {
      const { buildAuthorizationUrl } = await import("openid-client");
      return buildAuthorizationUrl(await configure(), {
        ...extra,
        redirect_uri: redirectUri,
        scope: scopesOf(name, settings, scopes),
        state,
      });
    },
    async finish(address, { state }) {
      const { authorizationCodeGrant } = await import("openid-client");
      const tokens = await authorizationCodeGrant(await configure(), address, {
        expectedState: state,
      });
      const fetchProfile = (url: string): Promise<unknown> =>
        readJson(fetch, url, tokens.access_token);
      const profile = await fetchProfile(endpoints.profile);
      const identity =
        name === "github"
          ? identityFromGithub(profile, await fetchProfile(`${endpoints.profile}/emails`))
          : identityFromFacebook(profile);
      return toAuthorizationResult(identity, tokens);
    },
  };
}
