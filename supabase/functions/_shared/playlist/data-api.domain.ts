import * as v from "valibot";
import {
  instantSchema,
  LANGUAGE_PATTERN,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  optionalOrInvalid,
  VIDEO_ID_PATTERN,
  youtubeThumbnail,
} from "./playlist.domain.ts";
import type { Video } from "./playlist.domain.ts";
import type { PlaylistErrorCode } from "./playlist-error.ts";
import { cleanProviderText } from "./provider-text.domain.ts";
import { durationText, parseIsoDurationSeconds, viewCountText } from "./video-texts.domain.ts";

/**
 * Parser of the platform's Data API v3. Each item is parsed on its own: an invalid one is skipped.
 * A list without any valid item is an invalid response, so that it never replaces a valid one.
 */

/** Maximum page size of the API. */
export const API_PAGE_SIZE = 50;

/** Field masks: exactly the fields of the schemas below. */
export const PLAYLIST_ITEMS_FIELDS =
  "nextPageToken,pageInfo(totalResults),items(snippet(title,description),contentDetails(videoId,videoPublishedAt),status(privacyStatus))";
export const VIDEOS_FIELDS =
  "items(id,snippet(liveBroadcastContent,defaultAudioLanguage,defaultLanguage),contentDetails(duration),statistics(viewCount),status(embeddable))";

const listSchema = v.object({
  items: v.array(v.unknown()),
  nextPageToken: optionalOrInvalid(v.pipe(v.string(), v.nonEmpty(), v.maxLength(500))),
  pageInfo: optionalOrInvalid(
    v.object({ totalResults: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  ),
});

/** Tags for no language, several languages and an unknown one. */
const NO_LANGUAGE = new Set(["zxx", "mul", "und"]);

const playlistItemSchema = v.object({
  snippet: v.object({ title: v.string(), description: v.fallback(v.string(), "") }),
  contentDetails: v.object({
    videoId: v.pipe(v.string(), v.regex(VIDEO_ID_PATTERN)),
    videoPublishedAt: optionalOrInvalid(instantSchema),
  }),
  status: optionalOrInvalid(v.object({ privacyStatus: v.string() })),
});

/**
 * Primary tag of the language set by the owner ("fr-CD" becomes "fr"); absent for none and for
 * "zxx".
 */
const languageTag = optionalOrInvalid(
  v.pipe(
    v.string(),
    v.transform((tag) => tag.toLowerCase().split("-")[0] ?? ""),
    v.regex(LANGUAGE_PATTERN),
    v.check((tag) => !NO_LANGUAGE.has(tag)),
  ),
);

const videoDetailsSchema = v.object({
  id: v.pipe(v.string(), v.regex(VIDEO_ID_PATTERN)),
  snippet: optionalOrInvalid(
    v.object({
      liveBroadcastContent: optionalOrInvalid(v.string()),
      defaultAudioLanguage: languageTag,
      defaultLanguage: languageTag,
    }),
  ),
  contentDetails: optionalOrInvalid(v.object({ duration: v.string() })),
  statistics: optionalOrInvalid(v.object({ viewCount: v.pipe(v.string(), v.regex(/^\d{1,15}$/)) })),
  status: optionalOrInvalid(v.object({ embeddable: v.boolean() })),
});

export type PlaylistItem = v.InferOutput<typeof playlistItemSchema>;
export type VideoDetails = v.InferOutput<typeof videoDetailsSchema>;

export type PlaylistPage = {
  readonly items: readonly PlaylistItem[];
  readonly nextPageToken: string | null;
  readonly listedCount: number;
};

function parseEach<T>(schema: v.GenericSchema<unknown, T>, items: readonly unknown[]): T[] | null {
  const values = items.slice(0, API_PAGE_SIZE).flatMap((item) => {
    const result = v.safeParse(schema, item);
    return result.success ? [result.output] : [];
  });
  return items.length > 0 && values.length === 0 ? null : values;
}

/** Parses a response of `playlistItems`; null if it is invalid. */
export function parsePlaylistPage(json: unknown): PlaylistPage | null {
  const list = v.safeParse(listSchema, json);
  if (!list.success) return null;
  const items = parseEach(playlistItemSchema, list.output.items);
  if (items === null) return null;
  return {
    items,
    nextPageToken: list.output.nextPageToken ?? null,
    listedCount: list.output.pageInfo?.totalResults ?? 0,
  };
}

/** Parses a response of `videos`; null if it is invalid. */
export function parseVideoDetails(json: unknown): VideoDetails[] | null {
  const list = v.safeParse(listSchema, json);
  return list.success ? parseEach(videoDetailsSchema, list.output.items) : null;
}

const HIDDEN_PRIVACY = new Set(["private", "privacyStatusUnspecified"]);

/** Duration text of a live or upcoming broadcast. */
export const LIVE_LENGTH = "LIVE";
export const UPCOMING_LENGTH = "Soon";

function lengthText(details: VideoDetails): string {
  const live = details.snippet?.liveBroadcastContent;
  if (live === "live") return LIVE_LENGTH;
  if (live === "upcoming") return UPCOMING_LENGTH;
  return durationText(parseIsoDurationSeconds(details.contentDetails?.duration ?? "") ?? 0);
}

function viewsText(details: VideoDetails): string {
  // An upcoming broadcast has no views yet; "0 views" would look like a rating.
  if (details.snippet?.liveBroadcastContent === "upcoming") return "";
  const views = details.statistics?.viewCount;
  return viewCountText(views === undefined ? null : Number(views));
}

/** Returns whether an item is public: neither private nor deleted. */
export function isShown({ status, contentDetails }: PlaylistItem): boolean {
  const isHidden = status !== undefined && HIDDEN_PRIVACY.has(status.privacyStatus);
  return !isHidden && contentDetails.videoPublishedAt !== undefined;
}

/** Publication of the video, not of the item; the epoch if unknown. */
export function publishedAtMs({ contentDetails }: PlaylistItem): number {
  return Date.parse(contentDetails.videoPublishedAt ?? "1970-01-01T00:00:00Z");
}

function textsOf(item: PlaylistItem): Pick<Video, "title" | "description" | "publishedAt"> {
  return {
    title: cleanProviderText(item.snippet.title, MAX_TITLE_CHARACTERS),
    description: cleanProviderText(item.snippet.description, MAX_DESCRIPTION_CHARACTERS),
    publishedAt: new Date(publishedAtMs(item)).toISOString(),
  };
}

/**
 * Returns the video of a visible item, or null if it cannot be played: missing in `videos`, or not
 * embeddable.
 */
export function toVideo(item: PlaylistItem, details: VideoDetails | undefined): Video | null {
  if (!details || details.status?.embeddable === false) return null;
  const { videoId } = item.contentDetails;
  return {
    id: videoId,
    ...textsOf(item),
    thumbnail: youtubeThumbnail(videoId),
    ...factsOf(details),
  };
}

/** Details from `videos`; the language is the spoken one, otherwise the title's. */
function factsOf(details: VideoDetails): Pick<Video, "duration" | "viewCount" | "language"> {
  const language = details.snippet?.defaultAudioLanguage ?? details.snippet?.defaultLanguage;
  return {
    duration: lengthText(details),
    viewCount: viewsText(details),
    ...(language !== undefined && { language }),
  };
}

/** Returns a known video with the current texts of its list. */
export function withTexts(video: Video, item: PlaylistItem): Video {
  return { ...video, ...textsOf(item) };
}

/** Returns a known video with its current details; null if it cannot be played any more. */
export function withDetails(video: Video, details: VideoDetails | undefined): Video | null {
  if (!details || details.status?.embeddable === false) return null;
  return { ...video, ...factsOf(details) };
}

const errorSchema = v.object({
  error: v.object({
    errors: v.fallback(v.array(v.object({ reason: v.string() })), []),
    details: v.fallback(v.array(v.object({ reason: v.optional(v.string()) })), []),
  }),
});

/** Error codes by reason of the API. */
const CODE_BY_REASON: Readonly<Record<string, PlaylistErrorCode>> = {
  quotaExceeded: "quota_exceeded",
  dailyLimitExceeded: "quota_exceeded",
  rateLimitExceeded: "rate_limited",
  userRateLimitExceeded: "rate_limited",
  RATE_LIMIT_EXCEEDED: "rate_limited",
  playlistNotFound: "playlist_not_found",
  playlistItemsNotAccessible: "playlist_not_found",
  API_KEY_INVALID: "key_refused",
  keyInvalid: "key_refused",
  accessNotConfigured: "key_refused",
  SERVICE_DISABLED: "key_refused",
  API_KEY_HTTP_REFERRER_BLOCKED: "key_refused",
  API_KEY_IP_ADDRESS_BLOCKED: "key_refused",
  API_KEY_SERVICE_BLOCKED: "key_refused",
};

/** Returns whether the API rejected a page token because the list has changed. */
export function isStalePageToken(status: number, json: unknown): boolean {
  const parsed = v.safeParse(errorSchema, json);
  const errors = parsed.success ? parsed.output.error.errors : [];
  return status === 400 && errors.some(({ reason }) => reason === "invalidPageToken");
}

/**
 * Classifies an error response. `details[].reason` is newer and more precise, so it is read first;
 * a body that is not an API error falls back to the status.
 */
export function classifyApiError(status: number, json: unknown): PlaylistErrorCode {
  const parsed = v.safeParse(errorSchema, json);
  if (parsed.success) {
    const { details, errors } = parsed.output.error;
    const known = [...details, ...errors]
      .map(({ reason }) => CODE_BY_REASON[reason ?? ""])
      .find((code) => code !== undefined);
    if (known) return known;
  }
  return status === 404 ? "playlist_not_found" : "upstream_failed";
}
