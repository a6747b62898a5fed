import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { createOidcClient } from "./oidc-client.ts";
import { createPlainClient } from "./oauth2-client.ts";
import { plainEndpointsOf } from "./provider-endpoints.ts";
import type { ProviderClient, ProviderDeps } from "./provider-flow.ts";

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
