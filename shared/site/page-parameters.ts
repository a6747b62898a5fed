import { FILTER_NAMES } from "#shared/videos/filter-names.ts";

/** Parameters by which an address chooses what its page shows, for the pages that read any. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "/": ["v"],
  "/live-tv": ["channel"],
  "/video-on-demand": ["q"],
  "/search": ["q", "kind", "v"],
  "/bible": ["version", "book", "chapter", "verse", "ref", "q"],
  "/devotional": ["day"],
};

/** Those of the page of any category. */
const CATEGORY_PARAMETERS: readonly string[] = ["page", "q", ...FILTER_NAMES, "v"];
const CATEGORY_PATH = /^\/video(?:s|-categories)\//;

/** Those that take effect in the browser alone, by the one that they go with: the server's page is the same. */
const BROWSER_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  chapter: ["with"],
  v: ["t"],
};

/**
 * The parameters that the page at a path knows, always in the same order; unknown and empty ones are
 * left out. Server and browser build links from these alone, so that what one visitor's address
 * carries (a campaign, a code of a mail) is in nobody else's page.
 *
 * @param path as the route table knows it, without the language.
 * @param reader "browser" once the server's page has been taken over: what it never looks at counts too.
 */
export function pageParameters(
  path: string,
  parameters: URLSearchParams,
  reader: "server" | "browser" = "server",
): URLSearchParams {
  const names = PARAMETERS[path] ?? (CATEGORY_PATH.test(path) ? CATEGORY_PARAMETERS : []);
  const inBrowser =
    reader === "browser" ? names.flatMap((name) => BROWSER_PARAMETERS[name] ?? []) : [];
  const known = new URLSearchParams();
  for (const name of [...names, ...inBrowser]) {
    const value = parameters.get(name);
    if (value) known.set(name, value);
  }
  return known;
}

/** Parameters as the search part of an address: "" or "?…". */
export function searchOf(parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
