import { z } from "zod";
import { LANGUAGES } from "#shared/languages.ts";
import { CATEGORY_IDS } from "./categories.ts";

const byteRangeSchema = z.object({
  offset: z.number().int().nonnegative(),
  length: z.number().int().positive(),
});

/** A clip as one fragmented MP4 file of one size, with the positions of its segments. */
const filmSchema = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
  /** Path of the file below media/. */
  media: z.string(),
  codecs: z.string(),
  peakBitsPerSecond: z.number().positive(),
  init: byteRangeSchema,
  segments: z.array(byteRangeSchema.extend({ durationSeconds: z.number().positive() })).min(1),
});

export type Film = z.infer<typeof filmSchema>;

/** A bundled clip as measured by `media/studio`; see media/README.md. */
export const clipSchema = filmSchema.extend({
  id: z.string().regex(/^clip-[a-z0-9-]{3,60}$/),
  category: z.enum(CATEGORY_IDS),
  language: z.enum(LANGUAGES),
  title: z.string().min(1),
  description: z.string(),
  /** Passage of the clip, for example "Psalm 23:1-3". */
  reference: z.string(),
  durationSeconds: z.number().positive(),
  publishedAt: z.iso.datetime(),
  /** Path of the poster below media/. */
  poster: z.string(),
  captions: z.array(z.object({ language: z.string(), label: z.string(), file: z.string() })),
  /** A larger rendition for wide screens with the same segment boundaries; absent: small only. */
  large: filmSchema.optional(),
});

export type Clip = z.infer<typeof clipSchema>;

/** media/library.json */
export const librarySchema = z.object({ version: z.literal(1), clips: z.array(clipSchema).min(1) });

/** media/lineups.json: clip ids in playing order, by lineup. */
export const lineupsSchema = z.record(z.string(), z.array(z.string()).min(1));

export type Lineups = z.infer<typeof lineupsSchema>;

/** The bundled clips of a category have the playlist id `library-{category}`. */
export const LIBRARY_PLAYLIST_PREFIX = "library-";
