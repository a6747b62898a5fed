import * as v from "valibot";
import { BIBLE_LICENCES } from "#shared/bible/bible-versions.ts";
import { NUMBERING_IDS } from "#shared/bible/numbering/numbering.ts";
import {
  besideSchema,
  copyright,
  copyVerses,
  foundPlace,
  fums,
  readVerse,
  textRangesSchema,
} from "./bible-reader.ts";
import type { Frozen } from "./deep-readonly.ts";

/** What a licence lets one do with a text; the server keeps to it, the screen shows only that. */
const capsSchema = v.object({
  offline: v.boolean(),
  search: v.boolean(),
  tts: v.picklist(["any", "publisher-audio-only", "none"]),
  copyVerses,
  /** Most verses that the server may hold; null: no limit. */
  storeVerses: v.nullable(v.number()),
  /** Longest time that the server may hold them, in days; null: no limit. */
  storeDays: v.nullable(v.number()),
  /** Each display must be reported to the provider. */
  fums: v.boolean(),
});

export type BibleCaps = v.InferOutput<typeof capsSchema>;

const licence = v.picklist(BIBLE_LICENCES);
const place = v.nullable(v.object({ book: v.string(), chapter: v.number() }));

/**
 * Answer of `GET /api/bible/{reference}`, in the shape of the public service that the specification names (S7.15), with what our reader needs besides.
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

export type ChapterAnswer = Frozen<v.InferOutput<typeof chapterAnswerSchema>>;

const versionSchema = v.object({
  id: v.string(),
  abbreviation: v.string(),
  name: v.string(),
  /** Of the text, as a BCP 47 tag. */
  language: v.string(),
  /** How its verses are numbered. */
  numbering: v.picklist(NUMBERING_IDS),
  copyright,
  licence,
  state: v.picklist(["ready", "needs-key", "not-granted", "down"]),
  /** Null while no provider is set up. */
  caps: v.nullable(capsSchema),
  /** Size of the whole text as a browser downloads it; null where it cannot be downloaded. */
  bytes: v.nullable(v.number()),
});

export type BibleVersionState = v.InferOutput<typeof versionSchema>["state"];

/** Answer of `GET /api/bible/v1/versions`. */
export const versionsAnswerSchema = v.object({ versions: v.array(versionSchema) });

export type VersionsAnswer = Frozen<v.InferOutput<typeof versionsAnswerSchema>>;

/** Answer of `GET /api/bible/v1/search`: the verses, and the place where the words name one. */
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
      beside: v.optional(besideSchema),
    }),
  ),
});

export type SearchAnswer = Frozen<v.InferOutput<typeof searchAnswerSchema>>;

/** Answer of `GET /api/bible/v1/references`: passages to which a verse leads, the best first. */
export const crossReferencesSchema = v.object({
  translation_id: v.string(),
  /** How many there are, also those that were not asked for. */
  total: v.number(),
  references: v.array(
    v.object({
      /** Id of the book. */
      book: v.string(),
      /** Of its beginning, in the numbering of the translation. */
      chapter: v.number(),
      verse: v.number(),
      /** Its last verse; null where it goes over the end of the chapter. */
      last: v.nullable(v.number()),
      votes: v.number(),
      /** Its first words, of a free text. */
      text: v.string(),
    }),
  ),
  /** Who made the table, whom every display names. */
  source: v.string(),
  source_url: v.string(),
  licence: v.string(),
});

export type CrossReferencesAnswer = Frozen<v.InferOutput<typeof crossReferencesSchema>>;
