import type { ProviderSettings } from "#backend/settings.ts";
import {
  createOidcClient,
  createOAuth2Client,
  type ProviderClient,
  type ProviderDeps,
} from "./provider-clients.ts";
import { oauth2EndpointsOf } from "./provider-endpoints.ts";
import type { BackendDeps } from "#backend/context.ts";
import { validationFailed } from "#backend/auth/protocol/auth-error.ts";

function createProviderClient(
  name: string,
  settings: ProviderSettings,
  deps: ProviderDeps,
): ProviderClient {
  const endpoints = oauth2EndpointsOf(name, settings);
  return endpoints === null
    ? createOidcClient(name, settings, deps)
    : createOAuth2Client(name, settings, { ...deps, endpoints });
}

/** Providers of supabase/auth; each is off until it is configured. */
export const KNOWN_PROVIDERS = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "x",
  "zoom",
] as const;

/** The configured providers. */
export type ProviderRegistry = {
  /** @throws AuthError 400 validation_failed for a provider that is off or unknown. */
  require(name: string): ProviderClient;
};

export function createProviderRegistry({
  settings,
  ...deps
}: ProviderDeps & Pick<BackendDeps, "settings">): ProviderRegistry {
  const clients = new Map(
    [...settings.providers].map(([name, own]) => [name, createProviderClient(name, own, deps)]),
  );
  return {
    require(name) {
      const client = clients.get(name);
      if (client === undefined) throw unsupported(name);
      return client;
    },
  };
}

function unsupported(name: string): Error {
  const isKnown = KNOWN_PROVIDERS.some((known) => known === name);
  return validationFailed(
    isKnown
      ? "Unsupported provider: provider is not enabled"
      : `Unsupported provider: Provider ${name} could not be found`,
  );
}
