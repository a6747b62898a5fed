import { FILTER_NAMES } from "#shared/videos/filter-names.ts";

/** Query parameters of pages, by path. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "/": ["v"],
  "/live-tv": ["channel"],
  "/video-on-demand": ["q"],
  "/search": ["q", "kind", "v"],
  "/bible": ["version", "book", "chapter", "verse", "ref", "q"],
  "/devotional": ["day"],
};

/** Query parameters of category pages. */
const CATEGORY_PARAMETERS: readonly string[] = ["page", "q", ...FILTER_NAMES, "v"];
const CATEGORY_PATH = /^\/video(?:s|-categories)\//;

/** Parameters that only the browser uses, by the parameter that they depend on. */
const BROWSER_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  chapter: ["with"],
  v: ["t"],
};

/**
 * Returns the known parameters of a page in a fixed order, without empty ones. Server and browser
 * build links from these only, so that private parameters of one visitor (a campaign, a mail code)
 * never reach a cached page.
 *
 * @param path path in the route table, without the language
 * @param reader "browser" after hydration: includes parameters that the server ignores
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

/** Formats parameters as the query of a URL: "" or "?…". */
export function searchOf(parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
