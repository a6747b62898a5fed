import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { createOidcClient } from "./oidc-client.ts";
import { createPlainClient } from "./oauth2-client.ts";
import { plainEndpointsOf } from "./provider-endpoints.ts";
import type { ProviderClient, ProviderDeps } from "./provider-flow.ts";
import type { Sql } from "postgres";
import type { BackendDeps } from "#server/backend/context.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { findCustomProvider, toProviderSettings } from "./custom-provider-store.ts";

/** The client of a provider, in the protocol that it speaks. */
export function createProviderClient(
  name: string,
  settings: ProviderSettings,
  deps: ProviderDeps,
): ProviderClient {
  const plain = plainEndpointsOf(name, settings);
  return plain === null
    ? createOidcClient(name, settings, deps)
    : createPlainClient(name, settings, { ...deps, plain });
}

/** Providers that upstream knows by name; each is off until it is configured. */
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

/** Every provider that is configured or that the operator has added, ready to be asked. */
export type ProviderRegistry = {
  /** Null for a provider that is off or unknown. */
  settingsOf(name: string): Promise<ProviderSettings | null>;
  /** @throws AuthError 400 validation_failed for a provider that is off or unknown. */
  require(name: string): Promise<ProviderClient>;
};

/** What providers that the operator adds are named with. */
export const CUSTOM_PREFIX = "custom:";

export function createProviderBook(
  { keys, settings, now }: Pick<BackendDeps, "keys" | "settings" | "now">,
  { sql, fetch }: { readonly sql: Sql; readonly fetch: typeof globalThis.fetch },
): ProviderRegistry {
  const clients = new Map<string, { readonly made: string; readonly client: ProviderClient }>();
  const settingsOf = async (name: string): Promise<ProviderSettings | null> => {
    if (!name.startsWith(CUSTOM_PREFIX)) return settings.providers.get(name) ?? null;
    const row = await findCustomProvider(sql, name);
    return row === null || !row.enabled ? null : toProviderSettings(row, keys.hmacSecret);
  };
  return {
    settingsOf,
    async require(name) {
      const own = await settingsOf(name);
      if (own === null) throw unsupported(name);
      // What the operator has changed meanwhile counts at once.
      const made = JSON.stringify(own);
      const known = clients.get(name);
      if (known?.made === made) return known.client;
      const client = createProviderClient(name, own, { fetch, now });
      clients.set(name, { made, client });
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
