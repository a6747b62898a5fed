import type { BibleCaps } from "#shared/contracts/bible-responses.ts";
import type { BibleProvider } from "#server/bible/provider.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { type HtmlRules, readHtmlVerses } from "./html-verses.domain.ts";
import { createProviderClient, type ProviderDeps, type ProviderKey } from "./provider-client.ts";

/**
 * The New Living Translation of its publisher (https://api.nlt.to/). Not cached: its terms do not say that it may be.
 */

const CALL_LIMITS = [{ calls: 5_000, perMs: DAY_MS }];

const CAPS: BibleCaps = {
  offline: false,
  search: false,
  tts: "none",
  copyVerses: 500,
  storeVerses: 0,
  storeDays: 0,
  fums: false,
};

/** Numbers, notes and editors' headings are not Scripture. */
const DROPPED = new Set(["vn", "a-tn", "tn", "tn-ref", "subhead", "chapter-number"]);

const RULES: HtmlRules = {
  verseOf({ name, attributes }) {
    const verse = name === "verse_export" ? Number.parseInt(attributes.get("vn") ?? "", 10) : 0;
    return verse > 0 ? verse : null;
  },
  meaningOf({ name, classes }) {
    if (classes.some((style) => DROPPED.has(style))) return { kind: "dropped" };
    if (classes.includes("psa-title")) return { kind: "title" };
    if (classes.includes("red")) return { kind: "words", style: { isJesus: true } };
    if (classes.includes("sc")) return { kind: "words", style: { isCapitals: true } };
    if (name !== "p") return null;
    return classes.some((style) => style.startsWith("poet"))
      ? { kind: "line" }
      : { kind: "paragraph" };
  },
};

/** Its key is part of the URL, so the URL is never logged. */
export function createNlt(deps: ProviderDeps, { key, base }: ProviderKey): BibleProvider {
  const client = createProviderClient({ ...deps, name: "nlt", limits: CALL_LIMITS });
  return {
    caps: CAPS,
    cache: null,
    async chapter({ abbreviation }, { book, chapter }) {
      const ref = `${book.osis}.${chapter}`;
      const query = new URLSearchParams({ ref, version: abbreviation, key });
      return client.ask({
        url: `${base}/api/passages?${query}`,
        read: (html) => ({ verses: readHtmlVerses(html, RULES) }),
      });
    },
  };
}
