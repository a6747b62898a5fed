import type { Configuration } from "openid-client";
import { jsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { ExternalIdentity } from "#server/backend/auth/store/external-identity.ts";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { mapClaims, withCustomClaims } from "./map-claims.domain.ts";
import { identityFromClaims, personOfFacebook, personOfGithub } from "./identity-from-claims.ts";
import { type PlainEndpoints, scopesOf } from "./provider-endpoints.ts";
import { boundedFetch, isLoopback, readJson } from "./provider-fetch.ts";
import { endOf, type ProviderClient, type ProviderDeps } from "./provider-flow.ts";

/** A provider of plain OAuth 2.0, whose endpoints are known. */
export function createPlainClient(
  name: string,
  settings: ProviderSettings,
  { fetch, plain }: ProviderDeps & { readonly plain: PlainEndpoints },
): ProviderClient {
  const configure = async (): Promise<Configuration> => {
    const client = await import("openid-client");
    const [clientId = ""] = settings.clientIds;
    const config = new client.Configuration(
      {
        issuer: new URL(plain.authorize).origin,
        authorization_endpoint: plain.authorize,
        token_endpoint: plain.token,
      },
      clientId,
      undefined,
      client.ClientSecretPost(settings.secret ?? ""),
    );
    config[client.customFetch] = boundedFetch(fetch);
    if (isLoopback(new URL(plain.token))) client.allowInsecureRequests(config);
    return config;
  };
  const usesPkce = settings.usesPkce === true;
  return {
    async startUrl({ extra, redirectUri, scopes, state, codeVerifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
      const challenge = await calculatePKCECodeChallenge(codeVerifier);
      return buildAuthorizationUrl(await configure(), {
        ...settings.authorizationParams,
        ...extra,
        redirect_uri: redirectUri,
        scope: scopesOf(name, settings, scopes),
        state,
        ...(usesPkce ? { code_challenge: challenge, code_challenge_method: "S256" } : {}),
      });
    },
    async finish(address, { state, codeVerifier }) {
      const { authorizationCodeGrant } = await import("openid-client");
      const tokens = await authorizationCodeGrant(await configure(), address, {
        expectedState: state,
        ...(usesPkce ? { pkceCodeVerifier: codeVerifier } : {}),
      });
      const ask = (url: string): Promise<unknown> => readJson(fetch, url, tokens.access_token);
      const profile = await ask(plain.profile);
      const person = await personOf(name, profile, settings, () => ask(`${plain.profile}/emails`));
      return endOf(person, tokens);
    },
  };
}

/** Who a profile speaks of; each provider has a form of its own. */
async function personOf(
  name: string,
  profile: unknown,
  settings: ProviderSettings,
  askMails: () => Promise<unknown>,
): Promise<ExternalIdentity | null> {
  if (settings.endpoints === undefined) {
    return name === "github"
      ? personOfGithub(profile, await askMails())
      : personOfFacebook(profile);
  }
  const known = jsonObject.safeParse(profile).data ?? {};
  const { sub, id } = known;
  const subject = sub ?? (typeof id === "number" ? String(id) : id);
  const person = identityFromClaims(name, mapClaims({ ...known, sub: subject }, settings));
  return withCustomClaims(person, known, settings);
}
