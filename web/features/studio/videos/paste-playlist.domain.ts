/** Playlist ids of the platform and of the bundled library. */
const LIST_ID = /^[A-Za-z0-9_-]{10,64}$/;

/** Hosts of playlist links. */
const HOSTS: readonly string[] = ["youtube.com", "www.youtube.com", "m.youtube.com", "youtu.be"];

/**
 * Returns the playlist id of pasted text: a link of the platform with a list, or the id itself.
 * Null for other text.
 */
export function pastedPlaylist(pasted: string): string | null {
  const text = pasted.trim();
  if (LIST_ID.test(text)) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:" || !HOSTS.includes(url.hostname)) return null;
  const id = url.searchParams.get("list") ?? "";
  return LIST_ID.test(id) ? id : null;
}
