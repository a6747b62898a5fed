import type { ExternalPerson } from "#server/backend/auth/store/external-person.ts";

/** What a visit to a provider is begun with. */
export type VisitStart = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly scopes: string;
  /** Further parameters of the client, e.g. `prompt`. */
  readonly extra: Readonly<Record<string, string>>;
};

/** What a visit to a provider has brought. */
export type VisitEnd = {
  readonly person: ExternalPerson;
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

/** One provider: where to send somebody, and who has come back. */
export type ProviderClient = {
  startUrl(start: VisitStart): Promise<URL>;
  /** @param address the callback's own address with `code` and `state`. @throws when it is not right. */
  finish(
    address: URL,
    checks: Pick<VisitStart, "state" | "nonce" | "codeVerifier">,
  ): Promise<VisitEnd | null>;
};

/** What a client of a provider is made from. */
export type ProviderDeps = {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
};

/** @returns null for a provider that did not say who it is. */
export function endOf(
  person: ExternalPerson | null,
  tokens: { readonly access_token: string; readonly refresh_token?: string | undefined },
): VisitEnd | null {
  if (person === null) return null;
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokens;
  return { person, accessToken, refreshToken };
}
