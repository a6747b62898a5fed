import * as v from "valibot";
import { BIBLE_LICENCES, TEXT_ID } from "#shared/bible/bible-versions.ts";
import { NUMBERING_IDS } from "#shared/bible/numbering/numbering.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const freeLicence = v.picklist(BIBLE_LICENCES.filter((licence) => licence !== "licensed"));

/**
 * `manifest.json` of a text: its description and the hash of each file. Written last: a folder without it is not a
 * text.
 */
export const manifestSchema = v.object({
  id: v.pipe(v.string(), v.regex(TEXT_ID)),
  abbreviation: v.pipe(v.string(), v.nonEmpty(), v.maxLength(20)),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  /** BCP 47. */
  language: v.pipe(v.string(), v.minLength(2), v.maxLength(35)),
  numbering: v.picklist(NUMBERING_IDS),
  licence: freeLicence,
  /** Shown with the text. */
  copyright: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000)),
  /** Source of the text, as a URL or a description. */
  source: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
  /** Id at the free service; null if imported from a file. */
  serviceId: v.nullable(v.string()),
  installedAt: v.pipe(v.string(), v.isoTimestamp()),
  counts: v.object({ books: count, chapters: count, verses: count }),
  /** Download size of the whole text. */
  bytes: count,
  books: v.array(
    v.object({
      usfm: v.pipe(v.string(), v.length(3)),
      /** Named by content: files of two revisions coexist until the manifest is replaced. */
      file: v.pipe(v.string(), v.regex(/^[0-9A-Z]{3}-[0-9a-f]{12}\.json$/)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

export type TextManifest = v.InferOutput<typeof manifestSchema>;

/** Description of a text before its books are read. */
export type TextDescription = Pick<
  TextManifest,
  "id" | "abbreviation" | "name" | "language" | "licence" | "copyright" | "source" | "serviceId"
>;
