import { keptAddress, type KeptItem } from "#shared/media/kept-media.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { playSound } from "#web/base/audio/audio-player.ts";
import { nowListening, subscribeToListening } from "#web/base/audio/now-listening.ts";
import { positionFollower } from "#web/base/audio/position-follower.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import type { Site } from "#web/lib/site.ts";
import { openKeptMedia } from "./open-kept-media.ts";

/** Key of a video's sound in the audio bar. */
export function soundKey(videoId: string): string {
  return `video ${videoId}`;
}

/** Plays a kept sound in the audio bar, from where it was left. Call it inside a tap. */
export function playKeptSound(
  site: Site,
  { url, bytes, seconds, video }: KeptItem,
  tell: (message: EmbedMessage) => void,
): void {
  const sound = {
    kind: "recording",
    key: soundKey(video.id),
    title: video.title,
    language: video.language,
    poster: video.thumbnail,
    url: keptAddress(url),
    bytes,
    seconds,
    isKept: true,
    follower: positionFollower(site, video.id, tell),
  } as const;
  playSound(site, sound, storedSeconds(video.id));
  followToEnd(url, sound.key);
}

/** Notes when the sound in the audio bar reaches its end, and that the bar has moved on. */
export function followToEnd(url: string, key: string): void {
  const media = openKeptMedia();
  let end: Promise<void> | null = null;
  const stop = subscribeToListening(() => {
    const now = nowListening();
    if (now?.heard.key === key) {
      if (now.status === "ended") end ??= media.markEnded(url);
      return;
    }
    stop();
    void end?.then(() => media.moveOn(url));
  });
}
