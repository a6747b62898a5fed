import * as v from "valibot";
import type { BibleCaps } from "#shared/contracts/bible-responses.ts";
import type { BibleProvider } from "#server/bible/provider.ts";
import {
  createGrantedBibles,
  type ListedBible,
  createProviderClient,
  type ProviderDeps,
  type ProviderKey,
} from "./provider-client.ts";
import { type HtmlRules, readHtmlVerses } from "./html-verses.domain.ts";
import { meaningOf } from "./verse-writer.domain.ts";

/**
 * YouVersion Platform (https://developers.youversion.com). Not cached: its terms do not say that it may be. Its
 * responses state the rate limits.
 */

/** Limit on pages of the list, which has some hundred English Bibles. */
const MAX_LIST_PAGES = 10;

const CAPS: BibleCaps = {
  offline: false,
  search: false,
  tts: "none",
  copyVerses: 1,
  storeVerses: 0,
  storeDays: 0,
  fums: false,
};

const listSchema = v.object({
  data: v.array(
    v.object({
      id: v.pipe(v.union([v.number(), v.string()]), v.transform(String)),
      abbreviation: v.string(),
      localized_abbreviation: v.optional(v.string()),
      copyright: v.nullish(v.string()),
    }),
  ),
  next_page_token: v.nullish(v.string()),
});
const passageSchema = v.object({ content: v.string() });

const RULES: HtmlRules = {
  verseOf({ classes, attributes }) {
    const verse = classes.includes("yv-v") ? Number.parseInt(attributes.get("v") ?? "", 10) : 0;
    return verse > 0 ? verse : null;
  },
  meaningOf({ classes }) {
    // A psalm title is a heading (yv-h) with style d, and is Scripture.
    if (classes.includes("d")) return { kind: "title" };
    if (classes.some((style) => /^yv-(?:vlbl|h|n|note)$/.test(style))) return { kind: "dropped" };
    for (const style of classes) {
      const meaning = meaningOf(style);
      if (meaning) return meaning;
    }
    return null;
  },
};

export function createYouVersion(deps: ProviderDeps, { key, base }: ProviderKey): BibleProvider {
  const client = createProviderClient({ ...deps, name: "youversion", limits: [] });
  const headers = { "x-yvp-app-key": key, accept: "application/json" };

  async function list(): Promise<ListedBible[]> {
    const bibles: ListedBible[] = [];
    let token: string | null = null;
    for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
      const query = new URLSearchParams({ "language_ranges[]": "en" });
      if (token !== null) query.set("page_token", token);
      const answer: v.InferOutput<typeof listSchema> = await client.ask({
        url: `${base}/v1/bibles?${query}`,
        headers,
        read: (text) => v.parse(listSchema, JSON.parse(text)),
      });
      for (const { id, abbreviation, localized_abbreviation: local, copyright } of answer.data) {
        const abbreviations = [abbreviation, local ?? ""];
        bibles.push({ id, abbreviations, ...(copyright && { copyright }) });
      }
      token = answer.next_page_token ?? null;
      if (token === null) break;
    }
    return bibles;
  }

  const bibles = createGrantedBibles(list, deps.now);
  return {
    caps: CAPS,
    cache: null,
    async chapter({ abbreviation }, { book, chapter }) {
      const { id, copyright } = await bibles.find(abbreviation);
      const name = `${encodeURIComponent(id)}/passages/${book.usfm}.${chapter}`;
      const verses = await client.ask({
        url: `${base}/v1/bibles/${name}?format=html&include_headings=true&include_notes=false`,
        headers,
        read: (text) => readHtmlVerses(v.parse(passageSchema, JSON.parse(text)).content, RULES),
      });
      return { verses, ...(copyright !== undefined && { copyright }) };
    },
  };
}
