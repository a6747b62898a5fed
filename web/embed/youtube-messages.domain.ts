import type { EmbedErrorCode, PlaybackState } from "#shared/embed/embed-protocol.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

/**
 * Messages of YouTube's player: JSON `{event, info}`. They are undocumented, so everything is
 * optional and nothing is trusted.
 */

export type YoutubeStatus = {
  /** The player has loaded and responds. */
  isAlive: true;
  state?: PlaybackState | "unstarted";
  positionSeconds?: number;
  durationSeconds?: number;
  isMuted?: boolean;
  volumePercent?: number;
  speed?: number;
  isAutoplayBlocked?: boolean;
  errorNumber?: number;
};

const STATES: ReadonlyMap<unknown, NonNullable<YoutubeStatus["state"]>> = new Map([
  [-1, "unstarted"],
  [0, "ended"],
  [1, "playing"],
  [2, "paused"],
  [3, "buffering"],
  [5, "unstarted"],
] as const);

/** Parses one message of the player; null for anything else. */
export function readYoutubeMessage(data: unknown): YoutubeStatus | null {
  const message = typeof data === "string" ? parseJson(data) : data;
  if (!isRecord(message) || typeof message["event"] !== "string") return null;
  const { event, info } = message;
  if (event === "onAutoplayBlocked") return { isAlive: true, isAutoplayBlocked: true };
  if (event === "onError") return { isAlive: true, errorNumber: Number(info) };
  if (event === "onStateChange") return { isAlive: true, ...stateOf(info) };
  if (!isRecord(info)) return { isAlive: true };
  return {
    isAlive: true,
    ...stateOf(info["playerState"]),
    ...(isAmount(info["currentTime"]) && { positionSeconds: info["currentTime"] }),
    ...(isAmount(info["duration"]) && { durationSeconds: info["duration"] }),
    ...(isAmount(info["volume"]) && { volumePercent: info["volume"] }),
    ...(isAmount(info["playbackRate"]) && { speed: info["playbackRate"] }),
    ...(typeof info["muted"] === "boolean" && { isMuted: info["muted"] }),
  };
}

/** Returns our error code for the player's error number. */
export function youtubeErrorCode(errorNumber: number): EmbedErrorCode {
  switch (errorNumber) {
    case 2:
    case 100:
      return "gone";
    case 101:
    case 150:
      return "refused";
    case 152:
    case 153:
      return "identity";
    default:
      return "media";
  }
}

function stateOf(value: unknown): Pick<YoutubeStatus, "state"> {
  const state = STATES.get(value);
  return state === undefined ? {} : { state };
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
