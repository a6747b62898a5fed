import * as v from "valibot";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";

/**
 * Sound without picture: its address, and its data cost before it plays. Addresses are paths of the server. Sound
 * exists only for media of the ministry: not for players and streams of others.
 */

/** Sound of a channel, at its live edge. */
export type ChannelSound = {
  /** HLS playlist of fMP4 segments with AAC. It continues when a broadcast starts or ends. */
  url: string;
  /** Rate of what plays now, on average. */
  kilobitsPerSecond: number;
  /** Rate of the picture with its sound in the usual rendition; null if unknown. */
  pictureKilobitsPerSecond: number | null;
};

type ChannelState = Pick<LiveStatus["channels"][number], "id" | "soundRate" | "pictureRate">;

/**
 * Returns the sound of a channel by its entry in `/api/live`; null while it has none, for example during the stream of
 * another host.
 */
export function soundOfChannel({ id, soundRate, pictureRate }: ChannelState): ChannelSound | null {
  if (soundRate === undefined) return null;
  return {
    url: channelSoundUrl(id),
    kilobitsPerSecond: soundRate,
    pictureKilobitsPerSecond: pictureRate ?? null,
  };
}

/** Playlist of a channel's sound. */
export function channelSoundUrl(id: string): string {
  return `/live/${id}/audio.m3u8`;
}

/** Playlist of the sound of the last two hours of a channel's newest broadcast; it ends with that. */
export function pastSoundUrl(id: string): string {
  return `/live/${id}/audio-window.m3u8`;
}

const videoSoundSchema = v.object({
  /**
   * The whole sound as one fragmented MP4 (AAC) with its index in front: a plain `<audio>` starts at once and seeks by
   * ranges. It may be cached for ever.
   */
  url: v.string(),
  /** HLS playlist of the same sound, with an end. */
  playlist: v.string(),
  /** Size of the file. */
  bytes: v.number(),
  seconds: v.number(),
});

/** Sound of a video. */
export type VideoSound = v.InferOutput<typeof videoSoundSchema>;

/**
 * Returns the sound of a single video; null for a video of the platform. Lists do not carry it: query the video by its
 * id, as for `bytes`, the size of its picture.
 */
export function soundOfVideo({ sound }: Pick<Video, "sound">): VideoSound | null {
  const parsed = v.safeParse(videoSoundSchema, sound);
  return parsed.success ? parsed.output : null;
}

/** Data of some seconds at a rate, in bytes. */
export function bytesAtRate(kilobitsPerSecond: number, seconds: number): number {
  return Math.round((kilobitsPerSecond * 1000 * seconds) / 8);
}
