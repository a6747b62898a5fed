/** The page on which somebody joins, below an origin. */
export const JOIN_PATH = "/studio/join";

/**
 * The link by which somebody joins. The token stands behind the number sign, so that no server writes it down.
 *
 * @param origin without a slash at its end.
 */
export function joinAddress(origin: string, token: string): string {
  return `${origin}${JOIN_PATH}#${token}`;
}

/** The token of such a link's last part; null where there is none. @param hash with its number sign. */
export function tokenOfHash(hash: string): string | null {
  return /^#(?<token>[0-9a-f]{64})$/.exec(hash)?.groups?.["token"] ?? null;
}
