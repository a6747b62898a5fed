import type { Hono } from "hono";
import * as v from "valibot";
import { parseReference, readTypedReference } from "#shared/bible/bible-reference.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import type { SearchAnswer } from "#shared/contracts/bible-responses.ts";
import { bookByAlias } from "#shared/bible/bible-books.ts";
import { renumberVerse } from "#shared/bible/numbering/numbering.ts";
import { sendError } from "./bible-errors.ts";
import type { FreeText } from "./free-text.ts";
import { type FreeTexts, whyNotFree } from "./free-texts.ts";

export const SEARCH_PATH = "/api/bible/v1/search";
const MIN_QUERY_LENGTH = 2;
const MAX_QUERY_LENGTH = 100;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

const querySchema = v.object({
  q: v.pipe(
    v.string(),
    v.maxLength(MAX_QUERY_LENGTH),
    v.check((text) => text.trim().length >= MIN_QUERY_LENGTH),
  ),
  translation: v.optional(v.string(), "kjv"),
  beside: v.optional(v.string()),
  scope: v.optional(v.pipe(v.string(), v.maxLength(MAX_QUERY_LENGTH))),
  limit: v.optional(
    v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(MAX_LIMIT)),
    String(DEFAULT_LIMIT),
  ),
});

/**
 * `GET /api/bible/v1/search?q=&translation=&beside=&scope=ot|nt|book&limit=`: a reference, or all verses with the
 * words, best first, with the matching ranges. `beside` adds the text of a second version.
 */
export function addSearch(
  app: Hono,
  texts: FreeTexts,
  headers: Readonly<Record<string, string>>,
): void {
  app.get(SEARCH_PATH, async (context) => {
    const query = v.safeParse(querySchema, context.req.query());
    if (!query.success) return sendError(context, "badQuery");
    const { q, translation, beside, scope, limit } = query.output;
    const text = texts.find(translation);
    if (!text) return sendError(context, whyNotFree(translation));
    const second = beside === undefined ? null : texts.find(beside);
    if (second === undefined) return sendError(context, whyNotFree(beside ?? ""));
    const { index, places } = await text.search();
    const range = scope === undefined ? undefined : places.scopeOf(scope);
    if (range === null) return sendError(context, "notFound");
    const reference = referenceIn(q);
    const { total, hits } = index.search(q, limit, range);
    const found = hits.flatMap(({ ordinal, ranges }) => {
      const ref = places.placeOf(ordinal);
      return ref ? [{ ref, text: places.textOf(ordinal), ranges }] : [];
    });
    const answer: SearchAnswer = {
      kind: reference ? "reference" : "text",
      ...(reference && { reference }),
      translation_id: text.terms.version.id,
      total,
      hits: await Promise.all(found.map((hit) => withSecondText(hit, text, second))),
    };
    return sendPrecompressed(context, precompress(JSON.stringify(answer), "passing"), headers);
  });
}

type Hit = SearchAnswer["hits"][number];

/** Adds the verse of the second version, if it has one. */
async function withSecondText(hit: Hit, first: FreeText, second: FreeText | null): Promise<Hit> {
  const book = bookByAlias(hit.ref.usfm);
  if (!book || !second) return hit;
  const { chapter, verse } = renumberVerse(book, hit.ref, {
    from: first.terms.version.numbering,
    to: second.terms.version.numbering,
  });
  const text = await second.wordsOf({ book, chapter }, verse);
  return text === null ? hit : { ...hit, beside: { chapter, verse, text } };
}

function referenceIn(text: string): NonNullable<SearchAnswer["reference"]> | null {
  const strict = parseReference(text);
  const found = typeof strict === "string" ? readTypedReference(text) : strict;
  return found && { book: found.book.id, chapter: found.chapter, verses: found.verses };
}
