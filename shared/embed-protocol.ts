/**
 * Protocol v1 between an embed page and the page around its frame (video reference 3.2). Both sides
 * check the window, the origin and, with the readers below, the shape; anything else is ignored.
 * The readers are written by hand, because they are part of every player (zod would be half of it).
 */

export type PlaybackState = "playing" | "paused" | "buffering" | "ended";

/**
 * Why a player gave up. `refused`: the owner forbids embedding (101/150); `gone`: no such video
 * (2/100); `identity`: the platform did not learn who embeds (152/153), our own fault.
 */
export type EmbedErrorCode =
  | "offline"
  | "network"
  | "media"
  | "unsupported"
  | "timeout"
  | "refused"
  | "gone"
  | "identity";

/** Embed page -> page around it. Seconds throughout. */
export type EmbedMessage =
  | { v: 1; t: "ready" }
  | { v: 1; t: "state"; s: PlaybackState }
  /** `dur` is 0 for a live stream. */
  | { v: 1; t: "time"; pos: number; dur: number }
  | { v: 1; t: "muted"; on: boolean }
  | { v: 1; t: "error"; code: EmbedErrorCode }
  /** The browser or the visitor's data saver did not let it start by itself: a play button waits. */
  | { v: 1; t: "blocked" }
  /** The visitor has pressed play on a provider's player and so let the provider in. */
  | { v: 1; t: "consent" }
  /** Answer to `pip`, and later news about the mini player. */
  | { v: 1; t: "pip"; r: "entered" | "left" | "unsupported" }
  | { v: 1; t: "key"; key: "Escape" };

/** Page around it -> embed page. `hello` asks for `ready`, the state and `muted` once more. */
export type EmbedCommand =
  | { v: 1; c: "hello" | "play" | "pause" | "pip" }
  | { v: 1; c: "seek"; pos: number }
  | { v: 1; c: "mute"; on: boolean };

const PLAYBACK_STATES: readonly PlaybackState[] = ["playing", "paused", "buffering", "ended"];
const ERROR_CODES: readonly EmbedErrorCode[] = [
  "offline",
  "network",
  "media",
  "unsupported",
  "timeout",
  "refused",
  "gone",
  "identity",
];
const PIP_RESULTS = ["entered", "left", "unsupported"] as const;
const SIMPLE_COMMANDS = ["hello", "play", "pause", "pip"] as const;

/** Reads what a frame sent; null for anything that is not protocol v1. */
export function readEmbedMessage(data: unknown): EmbedMessage | null {
  if (!isRecord(data) || data["v"] !== 1) return null;
  switch (data["t"]) {
    case "ready":
      return { v: 1, t: "ready" };
    case "blocked":
      return { v: 1, t: "blocked" };
    case "consent":
      return { v: 1, t: "consent" };
    case "state":
      return withOneOf(PLAYBACK_STATES, data["s"], (s) => ({ v: 1, t: "state", s }));
    case "time":
      if (!isSeconds(data["pos"]) || !isSeconds(data["dur"])) return null;
      return { v: 1, t: "time", pos: data["pos"], dur: data["dur"] };
    case "muted":
      return typeof data["on"] === "boolean" ? { v: 1, t: "muted", on: data["on"] } : null;
    case "error":
      return withOneOf(ERROR_CODES, data["code"], (code) => ({ v: 1, t: "error", code }));
    case "pip":
      return withOneOf(PIP_RESULTS, data["r"], (r) => ({ v: 1, t: "pip", r }));
    case "key":
      return data["key"] === "Escape" ? { v: 1, t: "key", key: "Escape" } : null;
    default:
      return null;
  }
}

/** Reads what the page around a player asks for; null for anything that is not protocol v1. */
export function readEmbedCommand(data: unknown): EmbedCommand | null {
  if (!isRecord(data) || data["v"] !== 1) return null;
  switch (data["c"]) {
    case "seek":
      return isSeconds(data["pos"]) ? { v: 1, c: "seek", pos: data["pos"] } : null;
    case "mute":
      return typeof data["on"] === "boolean" ? { v: 1, c: "mute", on: data["on"] } : null;
    default:
      return withOneOf(SIMPLE_COMMANDS, data["c"], (c) => ({ v: 1, c }));
  }
}

function withOneOf<Value extends string, Result>(
  allowed: readonly Value[],
  given: unknown,
  make: (value: Value) => Result,
): Result | null {
  const value = allowed.find((candidate) => candidate === given);
  return value === undefined ? null : make(value);
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
