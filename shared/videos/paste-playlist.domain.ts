/** Ids of the platform's lists, and of the bundled library's. */
const LIST_ID = /^[A-Za-z0-9_-]{10,64}$/;

/** Addresses of the platform under which a list is shared. */
const HOSTS: readonly string[] = ["youtube.com", "www.youtube.com", "m.youtube.com", "youtu.be"];

/**
 * The id of a list of videos in what somebody pastes: a link of the platform with a list in it, or the id
 * itself. Null for everything else.
 */
export function pastedPlaylist(pasted: string): string | null {
  const text = pasted.trim();
  if (LIST_ID.test(text)) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:" || !HOSTS.includes(url.hostname)) return null;
  const id = url.searchParams.get("list") ?? "";
  return LIST_ID.test(id) ? id : null;
}
