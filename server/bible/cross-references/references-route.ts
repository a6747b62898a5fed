import type { Hono } from "hono";
import * as v from "valibot";
import { bookByAlias } from "#shared/bible/bible-books.ts";
import { fromPivot, type NumberingId, toPivot } from "#shared/bible/numbering/numbering.ts";
import type { CrossReferencesAnswer } from "#shared/contracts/bible-responses.ts";
import { sendError } from "#server/bible/bible-errors.ts";
import type { FreeText } from "#server/bible/free-text.ts";
import { type FreeTexts, whyNotFree } from "#server/bible/free-texts.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import type { CrossReferences } from "./open-references.ts";
import type { CrossReference, TableVerse } from "./reference-table.domain.ts";

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 100;
/** Longer passages are shortened to this many verses. */
const SHOWN_VERSES = 4;
const SOURCE = {
  name: "OpenBible.info",
  address: "https://www.openbible.info/labs/cross-references/",
};

const querySchema = v.object({
  book: v.pipe(v.string(), v.maxLength(40)),
  chapter: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(150)),
  verse: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(176)),
  translation: v.optional(v.pipe(v.string(), v.maxLength(40)), "kjv"),
  limit: v.optional(
    v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(MAX_LIMIT)),
    String(DEFAULT_LIMIT),
  ),
});

/**
 * `GET /api/bible/v1/references?book=&chapter=&verse=&translation=&limit=`: passages that a verse refers to, the best
 * first, with their text in a free version and in its numbering. Empty on a site without a table.
 */
export function addCrossReferences(
  app: Hono,
  texts: FreeTexts,
  references: CrossReferences | null,
  headers: Readonly<Record<string, string>>,
): void {
  app.get("/api/bible/v1/references", async (context) => {
    const query = v.safeParse(querySchema, context.req.query());
    if (!query.success) return sendError(context, "badVerse");
    const { book: name, chapter, verse, translation, limit } = query.output;
    const book = bookByAlias(name);
    const text = texts.find(translation);
    if (!book) return sendError(context, "notFound");
    if (!text) return sendError(context, whyNotFree(translation));
    const table = await (references ?? noTable)().catch(() => null);
    if (table === null) return sendError(context, "referencesDown");
    const { numbering } = text.terms.version;
    const found = toPivot(numbering, book, { chapter, verse })
      .flatMap((place) => table.of({ book, ...place }))
      .toSorted((a, b) => b.votes - a.votes);
    const answer: CrossReferencesAnswer = {
      translation_id: text.terms.version.id,
      total: found.length,
      references: await Promise.all(
        found.slice(0, limit).map((reference) => shownIn(text, numbering, reference)),
      ),
      source: SOURCE.name,
      source_url: SOURCE.address,
      licence: "CC BY 4.0",
    };
    return sendPrecompressed(context, precompress(JSON.stringify(answer), "passing"), headers);
  });
}

const noTable: CrossReferences = () => Promise.resolve({ size: 0, of: () => [] });

type ShownReference = CrossReferencesAnswer["references"][number];

async function shownIn(
  text: FreeText,
  numbering: NumberingId,
  { from, to, votes }: CrossReference,
): Promise<ShownReference> {
  const first = placeIn(numbering, from, 0);
  const last = placeIn(numbering, to, -1);
  // A passage over the end of a chapter shows only its first verse.
  const isInChapter = from.book === to.book && first.chapter === last.chapter;
  const end = isInChapter ? Math.max(first.verse, last.verse) : first.verse;
  const until = Math.min(end, first.verse + SHOWN_VERSES - 1);
  const verses = await text.verses({ book: from.book, chapter: first.chapter });
  return {
    book: from.book.id,
    chapter: first.chapter,
    verse: first.verse,
    last: isInChapter ? end : null,
    votes,
    text: verses
      .filter(({ verse }) => verse >= first.verse && verse <= until)
      .map((verse) => verse.text)
      .join(" "),
  };
}

/** Converts a table verse to a text's numbering; `at` selects the first or last of several. */
function placeIn(numbering: NumberingId, { book, chapter, verse }: TableVerse, at: 0 | -1) {
  return fromPivot(numbering, book, { chapter, verse }).at(at) ?? { chapter, verse };
}
