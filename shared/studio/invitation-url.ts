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

/** The same link for the first owner: its mark tells the page that it is for any account. */
export function ownerAddress(origin: string, token: string): string {
  return `${joinAddress(origin, token)}.owner`;
}

/** The token of such a link's last part; null where there is none. @param hash with its number sign. */
export function tokenOfHash(hash: string): string | null {
  return /^#(?<token>[0-9a-f]{64})(?:\.owner)?$/.exec(hash)?.groups?.["token"] ?? null;
}

/** Whether it is the first owner's. @param hash with its number sign. */
export function isOwnerHash(hash: string): boolean {
  return hash.endsWith(".owner");
}
