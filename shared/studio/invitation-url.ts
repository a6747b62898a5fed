import { DEFAULT_LANGUAGE, type Language, localisedPath } from "#shared/languages.ts";

/** Page that accepts an invitation. */
export const JOIN_PATH = "/studio/join";

/**
 * Returns the invitation URL. The token is in the fragment, so that no server logs it.
 *
 * @param origin without trailing slash
 */
export function joinAddress(origin: string, token: string, language: Language): string {
  return `${origin}${localisedPath(JOIN_PATH, language)}#${token}`;
}

/** Returns the URL for the initial owner: its mark allows any account to accept it. */
export function ownerAddress(origin: string, token: string): string {
  return `${joinAddress(origin, token, DEFAULT_LANGUAGE)}.owner`;
}

/**
 * Returns the token of a URL fragment, or null.
 *
 * @param hash with the leading `#`
 */
export function tokenOfHash(hash: string): string | null {
  return /^#(?<token>[0-9a-f]{64})(?:\.owner)?$/.exec(hash)?.groups?.["token"] ?? null;
}

/**
 * Returns whether the fragment is of an initial owner's URL.
 *
 * @param hash with the leading `#`
 */
export function isOwnerHash(hash: string): boolean {
  return hash.endsWith(".owner");
}
