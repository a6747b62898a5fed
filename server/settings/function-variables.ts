import {
  type FunctionSettings,
  FUNCTION_SETTINGS_PATH,
} from "#shared/contracts/function-settings.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Config } from "./config.ts";
import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";

/** Functions ask with each request; what has not changed is not written anew. */
const texts = new WeakMap<object, string>();
const NONE = {};

function jsonOf<Value extends object>(
  value: Value,
  written: (value: Value) => unknown = (whole) => whole,
): string {
  const text = texts.get(value) ?? JSON.stringify(written(value));
  texts.set(value, text);
  return text;
}

/** The ids alone: what the videos were called is for helpers. */
function idsOfLists(lists: NonNullable<Ministry["lists"]>): object {
  const entries = Object.entries(lists).map(([name, videos]) => [name, videos.map(({ id }) => id)]);
  return Object.fromEntries(entries);
}

/** Of a hidden video its id alone: the functions need it to leave the video out of lists. */
function visibleWords(videos: NonNullable<Ministry["videos"]>): object {
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
 * What of it changes while the site runs. Functions of our own host ask for it with each request, those of a
 * Supabase project by `GET /api/function-settings`.
 */
export function changingVariables(ministry: Ministry): FunctionSettings {
  return {
    PLAYLISTS: jsonOf(ministry.playlists),
    OWN_LISTS: jsonOf(ministry.lists ?? NONE, idsOfLists),
    VIDEO_WORDS: jsonOf(ministry.videos ?? NONE, visibleWords),
    CHANNELS: Object.keys(ministry.channels).join(","),
  };
}

/** Of a minute. Fewer than the floor, so that one address alone never lifts a channel above it. */
const PULSES_PER_ADDRESS = 10;

/**
 * What functions are told of the environment, the ministry's playlists and channels, on our own host and, as secrets, on
 * a Supabase project. What Supabase sets by itself (SUPABASE_*) is not among it.
 */
export function functionVariables(
  config: Config,
  ministry: Ministry,
): Readonly<Record<string, string>> {
  return {
    SITE_URL: config.siteUrl,
    ...changingVariables(ministry),
    ...(config.CORS_ORIGINS !== "" && { CORS_ORIGINS: config.CORS_ORIGINS }),
    YOUTUBE_DAILY_UNITS: String(config.YOUTUBE_DAILY_UNITS),
    YOUTUBE_API_BASE: config.YOUTUBE_API_BASE,
    YOUTUBE_FEED_BASE: config.YOUTUBE_FEED_BASE,
    WATCHING_FLOOR: String(config.WATCHING_FLOOR),
    WATCHING_PER_ADDRESS: String(Math.ceil(PULSES_PER_ADDRESS * config.RATE_LIMIT_FACTOR)),
    TTS_API_BASE: config.TTS_API_BASE,
    TTS_DAILY_CHARACTERS: String(config.TTS_DAILY_CHARACTERS),
    ...(config.TTS_API_KEY !== undefined && { TTS_API_KEY: config.TTS_API_KEY }),
    ...(config.TTS_VOICE_ID !== undefined && { TTS_VOICE_ID: config.TTS_VOICE_ID }),
    ...(config.YOUTUBE_API_KEY !== undefined && { YOUTUBE_API_KEY: config.YOUTUBE_API_KEY }),
  };
}

/**
 * `GET /api/function-settings` (`FunctionSettings`): the lists, the words of videos and the channels as they are now, for
 * the functions of a Supabase project. Public: all of it is published.
 */
export function createFunctionSettings({ ministry }: { ministry: () => Ministry }): Hono {
  return new Hono().get(FUNCTION_SETTINGS_PATH, (context) =>
    context.json(changingVariables(ministry()), 200, { "cache-control": CACHE.none }),
  );
}
