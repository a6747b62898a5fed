/**
 * Reads the list of websites that may show our players in a frame: origins, separated by commas. Whoever
 * may frame a player also moves it, so each is named whole: no wildcards.
 *
 * @returns the origins without repetition, or what is wrong with the first that is none.
 */
export function parseEmbedParents(text: string): string[] | string {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  const origins = new Set<string>();
  for (const entry of entries) {
    const origin = originOf(entry);
    if (origin === null)
      return `must be a list of addresses such as https://church.example, and ${remedy(entry)}`;
    origins.add(origin);
  }
  return [...origins];
}

function originOf(entry: string): string | null {
  if (!URL.canParse(entry) || entry.includes("*")) return null;
  const { protocol, pathname, search, hash, username, origin } = new URL(entry);
  const isBare = pathname === "/" && `${search}${hash}${username}` === "";
  return isBare && (protocol === "https:" || protocol === "http:") ? origin : null;
}

function remedy(entry: string): string {
  if (entry.includes("*")) return `${entry} stands for many: name each website by itself`;
  if (/^https?:\/\//.test(entry) && URL.canParse(entry)) {
    return `${entry} says more than the host: take ${new URL(entry).origin}`;
  }
  return `${entry} is none: begin with https://`;
}
