import type { default as Hls } from "hls.js";
import { positionAt } from "./follow-live.domain.ts";

/** Start of playback that hls.js chooses by itself. */
const AUTOMATIC = -1;

export type Rewind = {
  /** Plays the past from an instant; milliseconds since the epoch. */
  start(atMs: number): void;
  /** Plays the channel's own playlist at its live edge again. */
  end(): void;
  isRewound(): boolean;
};

type RewindOptions = {
  /** The channel's own playlist, which has its last seconds only. */
  home: string;
  /** Playlist of a broadcast's last two hours. */
  past: string;
  /** Called with whether the channel's own playlist plays. */
  onChange: (isLive: boolean) => void;
};

/** Seeks back in a broadcast by changing the playlist. @param hls which televisions load as a script. */
export function createRewind(
  hls: Pick<Hls, "on" | "latestLevelDetails" | "config" | "loadSource">,
  events: typeof Hls.Events,
  video: HTMLVideoElement,
  { home, past, onChange }: RewindOptions,
): Rewind {
  let isRewound = false;
  let wantedMs = 0;
  hls.on(events.MANIFEST_PARSED, (_event, { levels }) => {
    // A media playlist that is the source itself is known by now.
    const details = isRewound ? levels[0]?.details : undefined;
    hls.config.startPosition = details ? positionAt(details.fragments, wantedMs) : AUTOMATIC;
  });
  video.addEventListener("ended", () => {
    if (isRewound) end();
  });

  /** The element forgets that it plays when its source is replaced. */
  function load(isPlaying: boolean): void {
    onChange(!isRewound);
    hls.loadSource(isRewound ? past : home);
    if (isPlaying) void video.play().catch(() => undefined);
  }

  function end(): void {
    isRewound = false;
    load(true);
  }

  return {
    start(atMs) {
      const details = hls.latestLevelDetails;
      if (isRewound && details) {
        video.currentTime = positionAt(details.fragments, atMs);
        return;
      }
      isRewound = true;
      wantedMs = atMs;
      load(!video.paused);
    },
    end,
    isRewound: () => isRewound,
  };
}
