import { z } from "zod";
import { BIBLE_LICENCES, TEXT_ID } from "#shared/bible/bible-versions.ts";
import { NUMBERING_IDS } from "#shared/bible/numbering/numbering.ts";

const count = z.number().int().nonnegative();
const freeLicence = z.enum(BIBLE_LICENCES).exclude(["licensed"]);

/**
 * `manifest.json` of a text: its description and the hash of each file. Written last: a folder without it is not a
 * text.
 */
export const manifestSchema = z.object({
  id: z.string().regex(TEXT_ID),
  abbreviation: z.string().min(1).max(20),
  name: z.string().min(1).max(200),
  /** BCP 47. */
  language: z.string().min(2).max(35),
  numbering: z.enum(NUMBERING_IDS),
  licence: freeLicence,
  /** Shown with the text. */
  copyright: z.string().min(1).max(1_000),
  /** Source of the text, as a URL or a description. */
  source: z.string().min(1).max(500),
  /** Id at the free service; null if imported from a file. */
  serviceId: z.string().nullable(),
  installedAt: z.iso.datetime(),
  counts: z.object({ books: count, chapters: count, verses: count }),
  /** Download size of the whole text. */
  bytes: count,
  books: z.array(
    z.object({
      usfm: z.string().length(3),
      /** Named by content: files of two revisions coexist until the manifest is replaced. */
      file: z.string().regex(/^[0-9A-Z]{3}-[0-9a-f]{12}\.json$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type TextManifest = z.infer<typeof manifestSchema>;

/** Description of a text before its books are read. */
export type TextDescription = Pick<
  TextManifest,
  "id" | "abbreviation" | "name" | "language" | "licence" | "copyright" | "source" | "serviceId"
>;
