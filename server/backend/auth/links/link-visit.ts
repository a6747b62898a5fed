/** Who opens the link of a mail, as far as the request shows it. */
export type LinkRequestKind =
  /** A browser that opens a page: somebody clicked, or entered the address. */
  | "person"
  /** A program that follows links: an app, a test, a simple scanner. */
  | "program"
  /** Something that looks ahead, or that poses as a browser: the link must outlive it. */
  | "onlooker";

/** Headers by which browsers say that nobody asked for this page yet, older names included. */
const PURPOSE_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
/**
 * Our worker shows what the browser has asked for ahead of it, and says so in this header. Its older
 * versions left the value "true", threw the answer away and let the browser ask again.
 */
const PRELOAD_HEADER = "service-worker-navigation-preload";
const PRELOAD_THROWN_AWAY = "true";

/**
 * Judges a GET of a mail's link.
 *
 * Browsers name the place of a request (Fetch Metadata): only a page of its own is "document". What
 * asks for HTML without saying so is an engine from before 2023 or a scanner in disguise.
 *
 * @param header reads a header by its lower-case name.
 */
export function classifyLinkRequest(header: (name: string) => string | undefined): LinkRequestKind {
  const isAhead =
    PURPOSE_HEADERS.some((name) => /prefetch|prerender|preview/i.test(header(name) ?? "")) ||
    header(PRELOAD_HEADER) === PRELOAD_THROWN_AWAY;
  if (isAhead) return "onlooker";
  const place = header("sec-fetch-dest");
  if (place === "document") return "person";
  const isBrowser = place !== undefined || header("sec-fetch-site") !== undefined;
  const wantsPage = header("accept")?.includes("text/html") ?? false;
  return isBrowser || wantsPage ? "onlooker" : "program";
}
