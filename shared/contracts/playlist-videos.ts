import * as v from "valibot";

/**
 * A video as lists show it (S3.7). `duration` and `viewCount` are display texts
 * ("1:02:03", "12K views"); either is "" when its source does not tell.
 */
export const videoSchema = v.object({
  /**
   * 11 characters of the video platform, or `clip-…` for a clip of the bundled library. The function
   * checks that where ids come in; here it would be code on every page.
   */
  id: v.string(),
  title: v.string(),
  description: v.string(),
  /** Picture path on our own server, without size: `/img/yt/{id}` or `/img/clip/{id}`. */
  thumbnail: v.string(),
  duration: v.string(),
  viewCount: v.string(),
  /** ISO 8601 instant. */
  publishedAt: v.string(),
  /**
   * Primary BCP 47 tag of the language spoken ("fr"), where the source tells. A row of cards leaves it
   * out where it is the language that the row was asked for in.
   */
  language: v.optional(v.string()),
  /** Size of a clip of the library; told of one video, not in lists. */
  bytes: v.optional(v.number()),
  /**
   * What the ministry says of it beyond its source; told of one video, not in lists. Read with
   * `videoSaidSchema` where it is shown: here it would be code on every page.
   */
  said: v.optional(v.unknown()),
});

export type Video = v.InferOutput<typeof videoSchema>;

/** Answer of the function `youtube-playlist-videos`. */
export const playlistVideosSchema = v.object({
  videos: v.array(videoSchema),
  source: v.picklist(["api", "rss", "bundled"]),
  /** ISO 8601 instant of the moment the source was read. */
  fetchedAt: v.string(),
  /** True when the source could not be read now and this is its last good answer. */
  stale: v.boolean(),
});

export type PlaylistVideos = v.InferOutput<typeof playlistVideosSchema>;
