import * as v from "valibot";
import { type OwnVideos, ownVideosSchema } from "./own-videos.domain.ts";
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
  /** Categories by the playlist that they have. */
  readonly categoriesOf: ReadonlyMap<string, readonly string[]>;
  /** Own videos of the ministry, the newest first. */
  readonly ownVideos: OwnVideos;
  readonly dailyUnits: number;
  /** Details of single videos, by id. */
  readonly overrides: VideoOverrides;
  readonly customPlaylists: CustomPlaylists;
};

/** Relation of a linked video. */
const LINK_RELATIONS = ["confirmation", "testimony"] as const;

/** Texts by language tag. */
const texts = v.record(v.string(), v.string());

const overridesSchema = v.record(
  v.string(),
  v.object({
    title: v.optional(texts),
    description: v.optional(texts),
    isHidden: v.optional(v.boolean()),
    /** Title of its source. */
    sourceTitle: v.optional(v.string()),
    speaker: v.optional(v.string()),
    series: v.optional(texts),
    date: v.optional(v.string()),
    passage: v.optional(v.string()),
    links: v.optional(
      v.array(
        v.object({ id: v.string(), title: v.string(), relation: v.picklist(LINK_RELATIONS) }),
      ),
    ),
  }),
);

/** Overrides of titles and descriptions, hidden videos, and details that no source has. */
export type VideoOverrides = v.InferOutput<typeof overridesSchema>;

/** Video ids of each custom playlist, in order. */
export type CustomPlaylists = Readonly<Record<string, readonly string[]>>;

const base = v.pipe(
  v.string(),
  v.trim(),
  v.url(),
  v.regex(/^https?:\/\//i),
  v.transform((url) => url.replace(/\/+$/, "")),
);

const jsonText = v.pipe(v.string(), v.parseJson());

const environmentSchema = v.object({
  YOUTUBE_API_KEY: v.optional(v.pipe(v.string(), v.nonEmpty())),
  YOUTUBE_API_BASE: v.optional(base, "https://www.googleapis.com/youtube/v3"),
  YOUTUBE_FEED_BASE: v.optional(base, "https://www.youtube.com/feeds"),
  /** Our own origin, which serves /media/library.json. */
  SITE_URL: base,
  /** JSON object from category to playlist id. */
  PLAYLISTS: v.pipe(
    jsonText,
    v.record(v.string(), v.pipe(v.string(), v.regex(PLAYLIST_ID_PATTERN))),
  ),
  /** JSON object from video id to the ministry's details. */
  VIDEO_WORDS: v.optional(v.pipe(jsonText, overridesSchema), "{}"),
  /** JSON object from the name of a custom playlist to its video ids. */
  OWN_LISTS: v.optional(v.pipe(jsonText, v.record(v.string(), v.array(v.string()))), "{}"),
  /** JSON list of own videos. */
  OWN_VIDEOS: v.optional(v.pipe(jsonText, ownVideosSchema), "[]"),
  YOUTUBE_DAILY_UNITS: v.optional(
    v.pipe(v.string(), v.toNumber(), v.safeInteger(), v.minValue(1)),
    String(DEFAULT_DAILY_UNITS),
  ),
});

export type SettingsResult =
  | { readonly ok: true; readonly value: PlaylistSettings }
  | { readonly ok: false; readonly error: string };

/** Environment variables of the function. */
export const PLAYLIST_ENV_NAMES = Object.keys(environmentSchema.entries);

/** Parses the environment. The error names each invalid variable, never its value. */
export function parsePlaylistSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SettingsResult {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = v.safeParse(environmentSchema, given);
  if (!result.success) {
    const names = new Set(result.issues.map((issue) => String(issue.path?.[0].key)));
    return { ok: false, error: [...names].join(", ") };
  }
  const { output } = result;
  return {
    ok: true,
    value: {
      apiKey: output.YOUTUBE_API_KEY ?? null,
      apiBase: output.YOUTUBE_API_BASE,
      feedBase: output.YOUTUBE_FEED_BASE,
      siteUrl: output.SITE_URL,
      playlistIds: new Set(Object.values(output.PLAYLISTS)),
      categoriesOf: categoriesByPlaylist(output.PLAYLISTS),
      ownVideos: output.OWN_VIDEOS,
      dailyUnits: output.YOUTUBE_DAILY_UNITS,
      overrides: output.VIDEO_WORDS,
      customPlaylists: output.OWN_LISTS,
    },
  };
}

function categoriesByPlaylist(
  playlists: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> {
  const categories = new Map<string, string[]>();
  for (const [category, id] of Object.entries(playlists)) {
    categories.set(id, [...(categories.get(id) ?? []), category]);
  }
  return categories;
}
