import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Site } from "#web/lib/site.ts";

/** Receives a recording's messages, as those of a video's player. */
export type Follower = {
  /** Called before the first message. @param startAt in seconds */
  begin: (startAt: number) => Promise<void>;
  send: (message: EmbedMessage) => void;
};

/** Stores the position of a video's sound like that of the video. */
export function positionFollower(
  site: Site,
  videoId: string,
  send: (message: EmbedMessage) => void,
): Follower {
  return {
    async begin(startAt) {
      const { beginPlay, resumeHere } = await import("#web/base/playback/playback-position.ts");
      await beginPlay(site, videoId, startAt);
      resumeHere();
    },
    send,
  };
}

const REPORT_INTERVAL_S = 5;

type Reports = {
  /** Returns true when the last reported position is some seconds away. */
  isDue: (position: number) => boolean;
  reportPosition: (position: number, duration: number, isPaused: boolean) => void;
  reportState: (state: "playing" | "paused" | "ended") => void;
};

/** Reports a recording to its follower: only after some seconds, when the video's page has closed. */
export function createReports(follower: Follower | undefined, startAt: number): Reports {
  let begun: Promise<void> | null = null;
  let reported = startAt;

  function send(message: EmbedMessage): void {
    void begun?.then(() => follower?.send(message));
  }
  function reportState(state: "playing" | "paused" | "ended"): void {
    send({ v: 1, t: "state", s: state });
  }

  return {
    isDue: (position) => Math.abs(position - reported) >= REPORT_INTERVAL_S,
    reportPosition(position, duration, isPaused) {
      if (Math.abs(position - startAt) < 1) return;
      reported = Math.floor(position);
      const isFirst = begun === null;
      begun ??= follower?.begin(startAt) ?? null;
      send({ v: 1, t: "time", pos: position, dur: duration });
      if (isFirst && !isPaused) reportState("playing");
    },
    reportState,
  };
}
