import * as v from "valibot";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { BibleCaps } from "#shared/contracts/bible-responses.ts";
import { type BibleProvider, ProviderError } from "#server/bible/provider.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createChapterCache } from "./chapter-cache.ts";
import { createProviderClient, type ProviderDeps, type ProviderKey } from "./provider-client.ts";
import { createVerseWriter } from "./verse-writer.domain.ts";

/**
 * The English Standard Version of its publisher (https://api.esv.org/docs/): at most 500 verses or half a book per
 * query, which a chapter never exceeds, and at most 500 cached verses.
 */

const CALL_LIMITS = [
  { calls: 60, perMs: MINUTE_MS },
  { calls: 1_000, perMs: HOUR_MS },
  { calls: 5_000, perMs: DAY_MS },
];
const MAX_KEPT_VERSES = 499;

const CAPS: BibleCaps = {
  offline: false,
  search: false,
  tts: "publisher-audio-only",
  copyVerses: 500,
  storeVerses: MAX_KEPT_VERSES,
  storeDays: null,
  fums: false,
};

/** Only the text and verse numbers in brackets. */
const PARAMETERS = {
  "include-passage-references": "false",
  "include-verse-numbers": "true",
  "include-first-verse-numbers": "true",
  "include-footnotes": "false",
  "include-footnote-body": "false",
  "include-headings": "false",
  "include-short-copyright": "false",
  "include-copyright": "false",
  "include-passage-horizontal-lines": "false",
  "include-heading-horizontal-lines": "false",
  "indent-paragraphs": "0",
  "indent-poetry": "false",
  "line-length": "0",
} as const;

const answerSchema = v.object({ passages: v.array(v.string()) });

const VERSE_NUMBER = /\[(\d{1,3})\]/;
const PARAGRAPH_END = /\n\s*\n\s*$/;

export function createEsv(deps: ProviderDeps, { key, base }: ProviderKey): BibleProvider {
  const client = createProviderClient({ ...deps, name: "esv", limits: CALL_LIMITS });
  return {
    caps: CAPS,
    cache: createChapterCache(
      { maxVerses: MAX_KEPT_VERSES, maxConsecutiveVerses: MAX_KEPT_VERSES, maxAgeMs: null },
      deps.now,
    ),
    async chapter(_version, { book, chapter }) {
      const query = new URLSearchParams({ q: `${book.name} ${chapter}`, ...PARAMETERS });
      return client.ask({
        url: `${base}/v3/passage/text/?${query}`,
        headers: { authorization: `Token ${key}`, accept: "application/json" },
        read(text) {
          const [passage] = v.parse(answerSchema, JSON.parse(text)).passages;
          if (passage === undefined) throw new ProviderError("not-found", "no passage came");
          return { verses: readPassage(passage) };
        },
      });
    },
  };
}

/** Reads a passage: a number in brackets before each verse, an empty line between paragraphs. */
function readPassage(passage: string): BibleVerse[] {
  const writer = createVerseWriter();
  const [before = "", ...rest] = passage.split(VERSE_NUMBER);
  // Psalm titles are Scripture and precede the first number.
  if (before.trim() !== "") writer.writeAbove("title", before);
  let isParagraph = true;
  for (let index = 0; index + 1 < rest.length; index += 2) {
    if (isParagraph) writer.beginParagraph();
    writer.begin(Number(rest[index]));
    const words = rest[index + 1] ?? "";
    writer.write(words);
    isParagraph = PARAGRAPH_END.test(words);
  }
  return writer.finish();
}
