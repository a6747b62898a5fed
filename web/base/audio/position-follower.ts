import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Site } from "#web/lib/site.ts";
import type { Follower } from "./audio-player.ts";

/** Stores the position of a video's sound like that of the video. */
export function positionFollower(
  site: Site,
  videoId: string,
  tell: (message: EmbedMessage) => void,
): Follower {
  return {
    async begin(startAt) {
      const { beginPlay, resumeHere } = await import("#web/base/playback/playback-position.ts");
      await beginPlay(site, videoId, startAt);
      resumeHere();
    },
    tell,
  };
}
