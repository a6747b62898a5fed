type Address = Pick<URL, "pathname" | "search">;

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
