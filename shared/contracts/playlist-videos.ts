import * as v from "valibot";

/**
 * A video in lists (S3.7). `duration` and `viewCount` are display texts ("1:02:03", "12K views"),
 * or "" if unknown.
 */
export const videoSchema = v.object({
  /**
   * 11 characters of the video platform, or `clip-…` for a bundled clip. Not validated here: the
   * check would be code on every page, and the function does it.
   */
  id: v.string(),
  title: v.string(),
  description: v.string(),
  /** Image path without size: `/img/yt/{id}` or `/img/clip/{id}`. */
  thumbnail: v.string(),
  duration: v.string(),
  viewCount: v.string(),
  /** ISO 8601 instant. */
  publishedAt: v.string(),
  /**
   * Primary BCP 47 tag of the spoken language ("fr"), if known. A row of cards omits it when it is
   * the requested language.
   */
  language: v.optional(v.string()),
  /** Size of a bundled clip; only for a single video, not in lists. */
  bytes: v.optional(v.number()),
  /** Size of what plays instead while data is saved; only for a single video. */
  saverBytes: v.optional(v.number()),
  /** Sound alone of a bundled clip; only for a single video. Parsed by `soundOfVideo`. */
  sound: v.optional(v.unknown()),
  /**
   * Files that visitors may keep on their device, where the licence allows it; only for a single
   * video. Parsed by `keepOfferOf`.
   */
  keep: v.optional(v.unknown()),
  /**
   * Details by the ministry; only for a single video, not in lists. Parsed with `videoSaidSchema`
   * where it is shown: here it would be code on every page.
   */
  said: v.optional(v.unknown()),
});

export type Video = v.InferOutput<typeof videoSchema>;

/** Response of the function `youtube-playlist-videos`. */
export const playlistVideosSchema = v.object({
  videos: v.array(videoSchema),
  source: v.picklist(["api", "rss", "bundled"]),
  /** ISO 8601 instant of the last successful read. */
  fetchedAt: v.string(),
  /** True if the source cannot be read now and this is the last valid response. */
  stale: v.boolean(),
});

export type PlaylistVideos = v.InferOutput<typeof playlistVideosSchema>;
