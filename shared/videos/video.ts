import { z } from "zod";

/**
 * A video as lists show it (specification section 3). `duration` and `viewCount` are display texts
 * ("1:02:03", "12K views"); either is "" when its source does not tell.
 */
export const videoSchema = z.object({
  /** 11 characters of the video platform, or `clip-…` for a clip of the bundled library. */
  id: z.string().regex(/^(?:[A-Za-z0-9_-]{11}|clip-[a-z0-9-]{3,60})$/),
  title: z.string(),
  description: z.string(),
  /** Picture path on our own server, without size: `/img/yt/{id}` or `/img/clip/{id}`. */
  thumbnail: z.string(),
  duration: z.string(),
  viewCount: z.string(),
  /** ISO 8601 instant. */
  publishedAt: z.string(),
});

export type Video = z.infer<typeof videoSchema>;

/** Answer of the function `youtube-playlist-videos`. */
export const playlistVideosSchema = z.object({
  videos: z.array(videoSchema),
  source: z.enum(["api", "rss", "bundled"]),
  /** ISO 8601 instant of the moment the source was read. */
  fetchedAt: z.string(),
  /** True when the source could not be read now and this is its last good answer. */
  stale: z.boolean(),
});

export type PlaylistVideos = z.infer<typeof playlistVideosSchema>;
