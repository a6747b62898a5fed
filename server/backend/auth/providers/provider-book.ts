import type { BackendDeps } from "#server/backend/context.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { KNOWN_PROVIDERS } from "./known-providers.ts";
import { createProviderClient, type ProviderClient } from "./provider-client.ts";

/** Every provider that is configured, ready to be asked. */
export type ProviderBook = {
  /** @throws AuthError 400 validation_failed for a provider that is off or unknown. */
  require(name: string): ProviderClient;
};

export function createProviderBook(
  { settings, now }: Pick<BackendDeps, "settings" | "now">,
  fetch: typeof globalThis.fetch,
): ProviderBook {
  const clients = new Map<string, ProviderClient>();
  const clientOf = (name: string, own: ProviderSettings): ProviderClient => {
    const known = clients.get(name) ?? createProviderClient(name, own, { fetch, now });
    clients.set(name, known);
    return known;
  };
  return {
    require(name) {
      const own = settings.providers.get(name);
      if (own !== undefined) return clientOf(name, own);
      const isKnown = KNOWN_PROVIDERS.some((known) => known === name);
      throw validationFailed(
        isKnown
          ? "Unsupported provider: provider is not enabled"
          : `Unsupported provider: Provider ${name} could not be found`,
      );
    },
  };
}
