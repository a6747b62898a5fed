type Address = Pick<URL, "pathname" | "search">;

/**
 * Returns the one spelling of a page's URL: repaired, lower case, no needless escapes, single slashes, none at the end.
 * Its path always begins with one slash, so that it never names another host.
 */
export function canonicalAddress(url: Address): Address {
  const { pathname, search } = repairedAddress(url);
  const plain = pathname
    .replace(/%([0-7][0-9a-f])/gi, (escape, code: string) => {
      const character = String.fromCodePoint(Number.parseInt(code, 16));
      return /[\w.~-]/.test(character) ? character : escape;
    })
    .replace(/\/{2,}/g, "/")
    .toLowerCase();
  return { pathname: plain.length > 1 ? plain.replace(/\/$/, "") : plain, search };
}

/**
 * Repairs a URL that a messenger, mail client or editor escaped twice: `%3F` for the question mark,
 * with or without the rest of the query, and `&amp;` between parameters. Returns any other URL
 * unchanged.
 */
export function repairedAddress({ pathname, search }: Address): Address {
  const [path = "", ...rest] = pathname.split(/%3f/i);
  const inPath = rest.join("%3F");
  const query = [inPath.includes("=") ? inPath : decoded(inPath), search.replace(/^\?/, "")]
    .filter((part) => part !== "")
    .join("&")
    .replace(/&(?:amp(?:;|%3b))+/gi, "&");
  return { pathname: path, search: query && `?${query}` };
}

/** Decodes query characters only, so that nothing else can enter a header. */
function decoded(query: string): string {
  return query.replace(/%(?:25|26|3b|3d)/gi, decodeURIComponent);
}
