import {
  type FunctionSettings,
  FUNCTION_SETTINGS_PATH,
} from "#shared/contracts/function-settings.ts";
import type { ListedOwnVideo } from "#server/own-videos/listed-own-videos.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Config } from "./config.ts";
import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";

/** Functions read the values with each request; unchanged ones are not serialized again. */
const texts = new WeakMap<object, string>();
const NONE = {};
const NO_OWN_VIDEOS: readonly ListedOwnVideo[] = [];

function jsonOf<Value extends object>(
  value: Value,
  written: (value: Value) => unknown = (whole) => whole,
): string {
  const text = texts.get(value) ?? JSON.stringify(written(value));
  texts.set(value, text);
  return text;
}

/** Ids only: the titles of the videos are for staff. */
function playlistIds(lists: NonNullable<Ministry["lists"]>): object {
  const entries = Object.entries(lists).map(([name, videos]) => [name, videos.map(({ id }) => id)]);
  return Object.fromEntries(entries);
}

/** A hidden video is sent as its id alone, so that the functions leave it out of lists. */
function visibleVideos(videos: NonNullable<Ministry["videos"]>): object {
  const isHidden = (id: string): boolean =>
    Object.hasOwn(videos, id) && videos[id]?.isHidden === true;
  const entries = Object.entries(videos).map(([id, words]) => {
    if (isHidden(id)) return [id, { isHidden: true }];
    const links = words.links?.filter((link) => !isHidden(link.id));
    return [id, links === undefined ? words : { ...words, links }];
  });
  return Object.fromEntries(entries);
}

/**
 * Variables that change while the site runs. Embedded functions read them with each request, those of a
 * Supabase project by `GET /api/function-settings`.
 */
function changingVariables(ministry: Ministry): FunctionSettings {
  return {
    PLAYLISTS: jsonOf(ministry.playlists),
    OWN_LISTS: jsonOf(ministry.lists ?? NONE, playlistIds),
    VIDEO_WORDS: jsonOf(ministry.videos ?? NONE, visibleVideos),
    CHANNELS: Object.keys(ministry.channels).join(","),
  };
}

/** Per minute. Below the floor, so that one IP address alone never lifts a channel above it. */
const HEARTBEATS_PER_IP = 10;

/**
 * Variables of the functions: the environment, playlists and channels. They are secrets on a Supabase
 * project, which sets SUPABASE_* itself.
 */
export function functionVariables(
  config: Config,
  ministry: Ministry,
  ownVideos: readonly ListedOwnVideo[] = NO_OWN_VIDEOS,
): Readonly<Record<string, string>> {
  return {
    SITE_URL: config.siteUrl,
    ...changingVariables(ministry),
    // Only the embedded functions have own videos, which need our own database.
    ...(ownVideos.length > 0 && { OWN_VIDEOS: jsonOf(ownVideos) }),
    ...(config.CORS_ORIGINS !== "" && { CORS_ORIGINS: config.CORS_ORIGINS }),
    YOUTUBE_DAILY_UNITS: String(config.YOUTUBE_DAILY_UNITS),
    YOUTUBE_API_BASE: config.YOUTUBE_API_BASE,
    YOUTUBE_FEED_BASE: config.YOUTUBE_FEED_BASE,
    WATCHING_FLOOR: String(config.WATCHING_FLOOR),
    WATCHING_PER_ADDRESS: String(Math.ceil(HEARTBEATS_PER_IP * config.RATE_LIMIT_FACTOR)),
    TTS_API_BASE: config.TTS_API_BASE,
    TTS_DAILY_CHARACTERS: String(config.TTS_DAILY_CHARACTERS),
    ...(config.TTS_API_KEY !== undefined && { TTS_API_KEY: config.TTS_API_KEY }),
    ...(config.TTS_VOICE_ID !== undefined && { TTS_VOICE_ID: config.TTS_VOICE_ID }),
    ...(config.YOUTUBE_API_KEY !== undefined && { YOUTUBE_API_KEY: config.YOUTUBE_API_KEY }),
  };
}

/**
 * `GET /api/function-settings` (`FunctionSettings`): current playlists, videos and channels for the functions
 * of a Supabase project. Public: all of it is published.
 */
export function createFunctionSettings({ ministry }: { ministry: () => Ministry }): Hono {
  return new Hono().get(FUNCTION_SETTINGS_PATH, (context) =>
    context.json(changingVariables(ministry()), 200, { "cache-control": CACHE.none }),
  );
}
