import * as v from "valibot";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { BibleCaps } from "#shared/contracts/bible-responses.ts";
import type { BibleProvider } from "#server/bible/provider.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { createChapterCache, type ProvidedChapter } from "./chapter-cache.ts";
import {
  createGrantedBibles,
  createProviderClient,
  type ProviderDeps,
  type ProviderKey,
} from "./provider-client.ts";
import {
  meaningOf,
  createVerseWriter,
  type VerseWriter,
  type WordStyle,
} from "./verse-writer.domain.ts";

/**
 * API.Bible (https://docs.api.bible): texts for at most 14 days, fewer than 500 verses in a row, a report for each
 * display, no audio of the texts.
 */

const MAX_KEPT_DAYS = 14;
const MAX_CONSECUTIVE_VERSES = 499;
/** About the New Testament. Memory is the limit here, not the licence. */
const MAX_KEPT_VERSES = 8_000;

const CAPS: BibleCaps = {
  offline: false,
  search: false,
  tts: "none",
  copyVerses: MAX_CONSECUTIVE_VERSES,
  storeVerses: MAX_CONSECUTIVE_VERSES,
  storeDays: MAX_KEPT_DAYS,
  fums: true,
};

const PARAMETERS = new URLSearchParams({
  "content-type": "json",
  "include-notes": "false",
  "include-titles": "true",
  "include-chapter-numbers": "false",
  "include-verse-numbers": "true",
  "include-verse-spans": "false",
  "fums-version": "3",
});

const listSchema = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      abbreviation: v.string(),
      abbreviationLocal: v.optional(v.string()),
    }),
  ),
});
const chapterSchema = v.object({
  data: v.object({ content: v.array(v.unknown()), copyright: v.optional(v.string()) }),
  meta: v.optional(
    v.object({ fumsToken: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4_000))) }),
  ),
});
const nodeSchema = v.object({
  name: v.optional(v.string()),
  text: v.optional(v.string()),
  attrs: v.optional(v.object({ style: v.optional(v.string()), number: v.optional(v.string()) })),
  items: v.optional(v.array(v.unknown())),
});

/** `dailyCalls`: the free plan has 5,000 calls a month. */
export function createApiBible(
  deps: ProviderDeps,
  { key, base, dailyCalls }: ProviderKey & { dailyCalls: number },
): BibleProvider {
  const client = createProviderClient({
    ...deps,
    name: "api-bible",
    limits: [{ calls: dailyCalls, perMs: DAY_MS }],
  });
  const headers = { "api-key": key, accept: "application/json" };
  const bibles = createGrantedBibles(async (abbreviation) => {
    const query = new URLSearchParams({ language: "eng", abbreviation });
    return client.ask({
      url: `${base}/v1/bibles?${query}`,
      headers,
      read: (text) =>
        v
          .parse(listSchema, JSON.parse(text))
          .data.map(({ id, abbreviation, abbreviationLocal }) => ({
            id,
            abbreviations: [abbreviation, abbreviationLocal ?? ""],
          })),
    });
  }, deps.now);
  return {
    caps: CAPS,
    cache: createChapterCache(
      {
        maxVerses: MAX_KEPT_VERSES,
        maxConsecutiveVerses: MAX_CONSECUTIVE_VERSES,
        maxAgeMs: MAX_KEPT_DAYS * DAY_MS,
      },
      deps.now,
    ),
    async chapter({ abbreviation }, { book, chapter }) {
      const { id } = await bibles.find(abbreviation);
      const name = `${encodeURIComponent(id)}/chapters/${book.usfm}.${chapter}`;
      return client.ask({
        url: `${base}/v1/bibles/${name}?${PARAMETERS}`,
        headers,
        read: (text) => parseChapter(JSON.parse(text)),
      });
    },
  };
}

function parseChapter(json: unknown): ProvidedChapter {
  const { data, meta } = v.parse(chapterSchema, json);
  return {
    verses: readContent(data.content),
    ...(data.copyright !== undefined && { copyright: data.copyright.trim() }),
    ...(meta?.fumsToken !== undefined && { fumsToken: meta.fumsToken }),
  };
}

function readContent(content: readonly unknown[]): BibleVerse[] {
  const writer = createVerseWriter();
  for (const node of content) readNode(writer, node, { style: {}, above: null });
  return writer.finish();
}

type Context = { style: WordStyle; above: "title" | "heading" | null };

function readNode(writer: VerseWriter, node: unknown, context: Context): void {
  const { name, text, attrs, items = [] } = v.parse(nodeSchema, node);
  if (text !== undefined) {
    if (context.above) writer.writeAbove(context.above, text);
    else writer.write(text, context.style);
  }
  if (name === "verse") {
    // Its text repeats the number.
    writer.begin(Number.parseInt(attrs?.number ?? "", 10));
    return;
  }
  const inside = name === "note" ? null : contextInside(writer, attrs?.style ?? "", context);
  if (!inside) return;
  for (const item of items) readNode(writer, item, inside);
}

/** Applies a style; returns null when its content is not Scripture. */
function contextInside(writer: VerseWriter, styleName: string, context: Context): Context | null {
  const meaning = meaningOf(styleName);
  switch (meaning?.kind) {
    case "dropped":
      return null;
    case "title":
    case "heading":
      return { ...context, above: meaning.kind };
    case "paragraph":
      writer.beginParagraph();
      return context;
    case "line":
      writer.breakLine();
      return context;
    case "words":
      return { ...context, style: { ...context.style, ...meaning.style } };
    case undefined:
      return context;
  }
}
