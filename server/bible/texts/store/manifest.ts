import { z } from "zod";
import { BIBLE_LICENCES, TEXT_ID } from "#shared/bible/bible-versions.ts";
import { NUMBERING_IDS } from "#shared/bible/numbering/numbering.ts";

const count = z.number().int().nonnegative();
const freeLicence = z.enum(BIBLE_LICENCES).exclude(["licensed"]);

/**
 * `manifest.json` of a text: what it is, and the content of each of its files. It is written last, so that a
 * text without one is none.
 */
export const manifestSchema = z.object({
  id: z.string().regex(TEXT_ID),
  abbreviation: z.string().min(1).max(20),
  name: z.string().min(1).max(200),
  /** BCP 47. */
  language: z.string().min(2).max(35),
  numbering: z.enum(NUMBERING_IDS),
  licence: freeLicence,
  /** The line that is shown with the text. */
  copyright: z.string().min(1).max(1_000),
  /** Where it was taken from, as an address or in words. */
  source: z.string().min(1).max(500),
  /** Its id at the free service; null: from a file. */
  serviceId: z.string().nullable(),
  installedAt: z.iso.datetime(),
  counts: z.object({ books: count, chapters: count, verses: count }),
  /** Size of the whole text as a browser downloads it. */
  bytes: count,
  books: z.array(
    z.object({
      usfm: z.string().length(3),
      /** Named by its content, so that another revision stands beside it until the manifest is another. */
      file: z.string().regex(/^[0-9A-Z]{3}-[0-9a-f]{12}\.json$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type TextManifest = z.infer<typeof manifestSchema>;

/** What is known of a text before its books are looked at. */
export type TextDescription = Pick<
  TextManifest,
  "id" | "abbreviation" | "name" | "language" | "licence" | "copyright" | "source" | "serviceId"
>;
