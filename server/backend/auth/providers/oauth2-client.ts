import type { Configuration } from "openid-client";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { identityFromFacebook, identityFromGithub } from "./identity-from-claims.ts";
import { type OAuth2Endpoints, scopesOf } from "./provider-endpoints.ts";
import { boundedFetch, isLoopback, readJson } from "./provider-fetch.ts";
import { toAuthorizationResult, type ProviderClient, type ProviderDeps } from "./provider-flow.ts";

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
