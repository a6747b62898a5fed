import { z } from "zod";
import { PLAYLIST_ID_PATTERN } from "./playlist.domain.ts";
import { DEFAULT_DAILY_UNITS } from "./quota-budget.ts";

/** Settings from the environment. */
export type PlaylistSettings = {
  readonly apiKey: string | null;
  readonly apiBase: string;
  readonly feedBase: string;
  readonly siteUrl: string;
  /** Allowed playlists (F12); other ids are rejected without a call. */
  readonly playlistIds: ReadonlySet<string>;
  readonly dailyUnits: number;
  /** Details of single videos, by id. */
  readonly overrides: VideoOverrides;
  readonly customPlaylists: CustomPlaylists;
};

/** Relation of a linked video. */
export const LINK_RELATIONS = ["confirmation", "testimony"] as const;

/** Texts by language tag. */
const texts = z.record(z.string(), z.string());

const overridesSchema = z.record(
  z.string(),
  z.object({
    title: texts.optional(),
    description: texts.optional(),
    isHidden: z.boolean().optional(),
    /** Title of its source. */
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

/** Overrides of titles and descriptions, hidden videos, and details that no source has. */
export type VideoOverrides = z.infer<typeof overridesSchema>;

/** Video ids of each custom playlist, in order. */
export type CustomPlaylists = Readonly<Record<string, readonly string[]>>;

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
  /** Our own origin, which serves /media/library.json. */
  SITE_URL: base,
  /** JSON object from category to playlist id. */
  PLAYLISTS: jsonText.pipe(z.record(z.string(), z.string().regex(PLAYLIST_ID_PATTERN))),
  /** JSON object from video id to the ministry's details. */
  VIDEO_WORDS: jsonText.pipe(overridesSchema).default({}),
  /** JSON object from the name of a custom playlist to its video ids. */
  OWN_LISTS: jsonText.pipe(z.record(z.string(), z.array(z.string()))).default({}),
  YOUTUBE_DAILY_UNITS: z.coerce.number().int().positive().default(DEFAULT_DAILY_UNITS),
});

export type SettingsResult =
  | { readonly ok: true; readonly value: PlaylistSettings }
  | { readonly ok: false; readonly error: string };

/** Environment variables of the function. */
export const PLAYLIST_ENV_NAMES = Object.keys(environmentSchema.shape);

/** Parses the environment. The error names each invalid variable, never its value. */
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
      overrides: data.VIDEO_WORDS,
      customPlaylists: data.OWN_LISTS,
    },
  };
}
