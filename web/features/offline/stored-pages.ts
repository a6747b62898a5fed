import { type Language, splitLanguage } from "#shared/languages.ts";

/** Devotionals, and lists of videos. */
type PageKind = "devotionals" | "lists";

/** A page that the service worker has cached. */
export type StoredPage = { kind: PageKind; title: string; /** Without the language. */ to: string };

/** Names of the service worker's caches of pages, one for each version of the app. */
const PAGE_CACHES = /^pages-/;

/** Returns the cached pages of a language, the last opened first; none without a worker. */
export async function storedPages(language: Language, siteName: string): Promise<StoredPage[]> {
  if (!("caches" in window)) return [];
  const names = (await caches.keys()).filter((name) => PAGE_CACHES.test(name));
  const found = new Map<string, StoredPage>();
  for (const cache of await Promise.all(names.map((name) => caches.open(name)))) {
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      const split = splitLanguage(pathname);
      const kind = kindOf(split.path);
      const response = kind && split.language === language && (await cache.match(request));
      if (!response) continue;
      const to = `${split.path}${search}`;
      found.set(to, { kind, to, title: titleOf(await response.text(), siteName) || to });
    }
  }
  return [...found.values()].toReversed();
}

function kindOf(path: string): PageKind | null {
  if (/^\/devotional(?:\/|$)/.test(path)) return "devotionals";
  return /^\/(?:video-on-demand$|videos\/|video-categories\/)/.test(path) ? "lists" : null;
}

/** Returns the page's own title, without the site's name. */
function titleOf(html: string, siteName: string): string {
  const [element = ""] = /<title>[^<]*<\/title>/.exec(html) ?? [];
  const { title } = new DOMParser().parseFromString(element, "text/html");
  const end = ` | ${siteName}`;
  return title.endsWith(end) ? title.slice(0, -end.length) : title;
}
