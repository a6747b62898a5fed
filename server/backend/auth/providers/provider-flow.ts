import type { ExternalIdentity } from "#server/backend/auth/store/external-identity.ts";

/** What a visit to a provider is begun with. */
export type AuthorizationStart = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly scopes: string;
  /** Further parameters of the client, e.g. `prompt`. */
  readonly extra: Readonly<Record<string, string>>;
};

/** What a visit to a provider has brought. */
export type AuthorizationResult = {
  readonly person: ExternalIdentity;
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

/** One provider: where to send somebody, and who has come back. */
export type ProviderClient = {
  startUrl(start: AuthorizationStart): Promise<URL>;
  /** @param address the callback's own address with `code` and `state`. @throws when it is not right. */
  finish(
    address: URL,
    checks: Pick<AuthorizationStart, "state" | "nonce" | "codeVerifier">,
  ): Promise<AuthorizationResult | null>;
};

/** What a client of a provider is made from. */
export type ProviderDeps = {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
};

/** @returns null for a provider that did not say who it is. */
export function endOf(
  person: ExternalIdentity | null,
  tokens: { readonly access_token: string; readonly refresh_token?: string | undefined },
): AuthorizationResult | null {
  if (person === null) return null;
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokens;
  return { person, accessToken, refreshToken };
}
