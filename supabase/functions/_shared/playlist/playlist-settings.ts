import { z } from "zod";
import { PLAYLIST_ID_PATTERN } from "./playlist.domain.ts";
import { DEFAULT_DAILY_UNITS } from "./quota-budget.ts";

/** What the function is told by its environment. */
export type PlaylistSettings = {
  readonly apiKey: string | null;
  readonly apiBase: string;
  readonly feedBase: string;
  readonly siteUrl: string;
  /** The playlists that may be asked for (F12); everything else is refused without a call. */
  readonly playlistIds: ReadonlySet<string>;
  readonly dailyUnits: number;
  /** What the ministry says of single videos, by id. */
  readonly words: VideoWords;
  readonly ownLists: OwnLists;
};

/** What a video can be to the one that names it. */
export const LINK_RELATIONS = ["confirmation", "testimony"] as const;

/** Texts by language tag. */
const texts = z.record(z.string(), z.string());

const wordsSchema = z.record(
  z.string(),
  z.object({
    title: texts.optional(),
    description: texts.optional(),
    isHidden: z.boolean().optional(),
    /** What its source calls it. */
    sourceTitle: z.string().optional(),
    speaker: z.string().optional(),
    series: texts.optional(),
    date: z.string().optional(),
    passage: z.string().optional(),
    links: z
      .array(z.object({ id: z.string(), title: z.string(), relation: z.enum(LINK_RELATIONS) }))
      .optional(),
  }),
);

/** Titles and descriptions in place of the source's, what is not shown, and what no source tells. */
export type VideoWords = z.infer<typeof wordsSchema>;

/** Ids of the videos of each list that the ministry put together, in its order. */
export type OwnLists = Readonly<Record<string, readonly string[]>>;

const base = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "must be a JSON object" });
    return z.NEVER;
  }
});

const environmentSchema = z.object({
  YOUTUBE_API_KEY: z.string().min(1).optional(),
  YOUTUBE_API_BASE: base.default("https://www.googleapis.com/youtube/v3"),
  YOUTUBE_FEED_BASE: base.default("https://www.youtube.com/feeds"),
  /** Our own origin, where /media/library.json is. */
  SITE_URL: base,
  /** JSON object from category to playlist id. */
  PLAYLISTS: jsonText.pipe(z.record(z.string(), z.string().regex(PLAYLIST_ID_PATTERN))),
  /** JSON object from a video's id to what the ministry says of it. */
  VIDEO_WORDS: jsonText.pipe(wordsSchema).default({}),
  /** JSON object from the name of an own list to the ids of its videos. */
  OWN_LISTS: jsonText.pipe(z.record(z.string(), z.array(z.string()))).default({}),
  YOUTUBE_DAILY_UNITS: z.coerce.number().int().positive().default(DEFAULT_DAILY_UNITS),
});

export type SettingsResult =
  | { readonly ok: true; readonly value: PlaylistSettings }
  | { readonly ok: false; readonly error: string };

/** Names of the variables the function reads. */
export const PLAYLIST_ENV_NAMES = Object.keys(environmentSchema.shape);

/** Parses the environment; the error names each variable that is wrong, never its value. */
export function parsePlaylistSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SettingsResult {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => String(issue.path[0])));
    return { ok: false, error: [...names].join(", ") };
  }
  const { data } = result;
  return {
    ok: true,
    value: {
      apiKey: data.YOUTUBE_API_KEY ?? null,
      apiBase: data.YOUTUBE_API_BASE,
      feedBase: data.YOUTUBE_FEED_BASE,
      siteUrl: data.SITE_URL,
      playlistIds: new Set(Object.values(data.PLAYLISTS)),
      dailyUnits: data.YOUTUBE_DAILY_UNITS,
      words: data.VIDEO_WORDS,
      ownLists: data.OWN_LISTS,
    },
  };
}
