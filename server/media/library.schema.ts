import * as v from "valibot";
import { isInstant } from "#shared/formats.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { CATEGORY_IDS } from "#shared/videos/categories.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const positive = v.pipe(v.number(), v.gtValue(0));

const byteRangeSchema = v.object({
  offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
  length: count,
});

/** One fragmented MP4 file, with the positions of its segments. */
const mediaFileSchema = v.object({
  bytes: count,
  /** Path of the file below media/. */
  media: v.string(),
  codecs: v.string(),
  peakBitsPerSecond: positive,
  init: byteRangeSchema,
  segments: v.pipe(
    v.array(v.object({ ...byteRangeSchema.entries, durationSeconds: positive })),
    v.minLength(1),
  ),
});

export type MediaFile = v.InferOutput<typeof mediaFileSchema>;

/** A clip in one size. */
const filmSchema = v.object({ width: count, height: count, ...mediaFileSchema.entries });

export type Film = v.InferOutput<typeof filmSchema>;

/** A bundled clip as measured by `media/studio`; see media/README.md. */
const clipSchema = v.object({
  ...filmSchema.entries,
  id: v.pipe(v.string(), v.regex(/^clip-[a-z0-9-]{3,60}$/)),
  category: v.picklist(CATEGORY_IDS),
  language: v.picklist(LANGUAGES),
  title: v.pipe(v.string(), v.minLength(1)),
  description: v.string(),
  /** Passage of the clip, for example "Psalm 23:1-3". */
  reference: v.string(),
  durationSeconds: positive,
  publishedAt: v.pipe(v.string(), v.check(isInstant)),
  /** Path of the poster below media/. */
  poster: v.string(),
  captions: v.array(v.object({ language: v.string(), label: v.string(), file: v.string() })),
  /** Other renditions with the same segment boundaries: a larger one for wide screens, and one for little data. */
  large: v.optional(filmSchema),
  tiny: v.optional(filmSchema),
  /** The sound alone, with the same segment boundaries. */
  sound: v.optional(mediaFileSchema),
});

export type Clip = v.InferOutput<typeof clipSchema>;

/** media/library.json */
export const librarySchema = v.object({
  version: v.literal(1),
  clips: v.pipe(v.array(clipSchema), v.minLength(1)),
});

/** media/lineups.json: clip ids in playing order, by lineup. */
export const lineupsSchema = v.record(v.string(), v.pipe(v.array(v.string()), v.minLength(1)));

export type Lineups = v.InferOutput<typeof lineupsSchema>;

/**
 * media/compilations.json: videos that play clips of the library one after the other. All else about
 * them is derived from their clips.
 */
export const compilationsSchema = v.array(
  v.object({
    ...v.pick(clipSchema, [
      "id",
      "category",
      "language",
      "title",
      "description",
      "publishedAt",
      "poster",
    ]).entries,
    /** Clip ids in playing order. */
    parts: v.pipe(v.array(v.string()), v.minLength(2)),
  }),
);

export type Compilation = v.InferOutput<typeof compilationsSchema>[number];
