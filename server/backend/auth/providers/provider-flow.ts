import type { ExternalIdentity } from "#server/backend/auth/store/external-identity.ts";

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
export function toAuthorizationResult(
  identity: ExternalIdentity | null,
  tokens: { readonly access_token: string; readonly refresh_token?: string | undefined },
): AuthorizationResult | null {
  if (identity === null) return null;
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokens;
  return { identity, accessToken, refreshToken };
}
