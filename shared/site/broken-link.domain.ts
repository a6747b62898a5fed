type Address = Pick<URL, "pathname" | "search">;

/**
 * Repairs an address that a messenger, a mail program or an editor has escaped once too often: `%3F` in
 * place of the question mark, with or without the rest of the query, and `&amp;` between parameters.
 * Any other address comes back as it is.
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

/** An escaped query as it was: only signs of a query, so that nothing else can enter a header. */
function decoded(query: string): string {
  return query.replace(/%(?:25|26|3b|3d)/gi, decodeURIComponent);
}
