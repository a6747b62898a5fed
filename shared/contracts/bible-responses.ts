import * as v from "valibot";
import { BIBLE_LICENCES } from "#shared/bible/bible-versions.ts";
import { NUMBERING_IDS } from "#shared/bible/numbering/numbering.ts";
import {
  parallelVerseSchema,
  copyright,
  copyVerses,
  foundPlace,
  fums,
  readVerse,
  textRangesSchema,
  type DeepReadonly,
} from "./bible-reader.ts";

/** Limits of a licence. The server enforces them; the page only shows them. */
const capsSchema = v.object({
  offline: v.boolean(),
  search: v.boolean(),
  tts: v.picklist(["any", "publisher-audio-only", "none"]),
  copyVerses,
  /** Maximum verses that the server may store; null: no limit. */
  storeVerses: v.nullable(v.number()),
  /** Maximum storage time in days; null: no limit. */
  storeDays: v.nullable(v.number()),
  /** Each display must be reported to the provider. */
  fums: v.boolean(),
});

export type BibleCaps = v.InferOutput<typeof capsSchema>;

const licence = v.picklist(BIBLE_LICENCES);
const place = v.nullable(v.object({ book: v.string(), chapter: v.number() }));

/**
 * Response of `GET /api/bible/{reference}`: the shape of the public service in the specification
 * (S7.15), plus fields for our reader.
 */
export const chapterAnswerSchema = v.object({
  reference: v.string(),
  verses: v.array(
    v.object({ book_id: v.string(), book_name: v.string(), chapter: v.number(), ...readVerse }),
  ),
  text: v.string(),
  translation_id: v.string(),
  translation_name: v.string(),
  translation_note: v.string(),
  licence,
  copyright,
  caps: capsSchema,
  fums,
  previous: place,
  next: place,
});

export type ChapterAnswer = DeepReadonly<v.InferOutput<typeof chapterAnswerSchema>>;

const versionSchema = v.object({
  id: v.string(),
  abbreviation: v.string(),
  name: v.string(),
  /** BCP 47 tag of the text. */
  language: v.string(),
  numbering: v.picklist(NUMBERING_IDS),
  copyright,
  licence,
  state: v.picklist(["ready", "needs-key", "not-granted", "down"]),
  /** Null without a configured provider. */
  caps: v.nullable(capsSchema),
  /** Download size of the whole text; null if it cannot be downloaded. */
  bytes: v.nullable(v.number()),
});

export type BibleVersionState = v.InferOutput<typeof versionSchema>["state"];

/** Response of `GET /api/bible/v1/versions`. */
export const versionsAnswerSchema = v.object({ versions: v.array(versionSchema) });

export type VersionsAnswer = DeepReadonly<v.InferOutput<typeof versionsAnswerSchema>>;

/** Response of `GET /api/bible/v1/search`: verses, and the reference that the query names. */
export const searchAnswerSchema = v.object({
  kind: v.picklist(["reference", "text"]),
  reference: v.optional(
    v.object({
      book: v.string(),
      chapter: v.number(),
      verses: v.nullable(v.object({ from: v.number(), to: v.number() })),
    }),
  ),
  translation_id: v.string(),
  total: v.number(),
  hits: v.array(
    v.object({
      ref: v.object({ ...foundPlace, bookName: v.string() }),
      text: v.string(),
      ranges: textRangesSchema,
      beside: v.optional(parallelVerseSchema),
    }),
  ),
});

export type SearchAnswer = DeepReadonly<v.InferOutput<typeof searchAnswerSchema>>;

/** Response of `GET /api/bible/v1/references`: cross-references of a verse, the best first. */
export const crossReferencesSchema = v.object({
  translation_id: v.string(),
  /** Number of all cross-references, not only the returned ones. */
  total: v.number(),
  references: v.array(
    v.object({
      /** Book id. */
      book: v.string(),
      /** First chapter, in the numbering of the translation. */
      chapter: v.number(),
      verse: v.number(),
      /** Last verse; null when the passage continues in the next chapter. */
      last: v.nullable(v.number()),
      votes: v.number(),
      /** First words, from a free text. */
      text: v.string(),
    }),
  ),
  /** Author of the table; must be named wherever it is shown. */
  source: v.string(),
  source_url: v.string(),
  licence: v.string(),
});

export type CrossReferencesAnswer = DeepReadonly<v.InferOutput<typeof crossReferencesSchema>>;
