import type { Configuration } from "openid-client";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { personOfFacebook, personOfGithub } from "./identity-from-claims.ts";
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
      const ask = (url: string): Promise<unknown> => readJson(fetch, url, tokens.access_token);
      const profile = await ask(plain.profile);
      const person =
        name === "github"
          ? personOfGithub(profile, await ask(`${plain.profile}/emails`))
          : personOfFacebook(profile);
      return endOf(person, tokens);
    },
  };
}
