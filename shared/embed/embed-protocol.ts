/**
 * Protocol v1 between an embed page and the page around its frame. Both sides
 * check the window, the origin and, with the readers below, the shape; anything else is ignored.
 * The readers are written by hand, because they are part of every player (zod would be half of it).
 */

export type PlaybackState = "playing" | "paused" | "buffering" | "ended";

/**
 * Why a player shows nothing. `server`: ours does not answer; `refused`: the owner forbids embedding (101/150); `gone`: no such video
 * (2/100); `identity`: the platform did not learn who embeds (152/153), our own fault; `off`: the ministry
 * has taken the channel off the air.
 */
export type EmbedErrorCode =
  | "offline"
  | "server"
  | "network"
  | "media"
  | "unsupported"
  | "timeout"
  | "refused"
  | "gone"
  | "identity"
  | "off";

/** Embed page -> page around it. Seconds throughout. */
export type EmbedMessage =
  /**
   * blocked: a play button waits, because the browser, the data saver or a consent that is not given
   * keeps the player from starting by itself; consent: the visitor has pressed it on a provider's player
   * and so let the provider in.
   */
  | { v: 1; t: "ready" | "blocked" | "consent" }
  /** Bytes that came through the line, or are likely to have come, since this was said last. */
  | { v: 1; t: "moved"; bytes: number }
  /** The visitor's choice of quality: no more lines than that; 0 for what line and screen allow. */
  | { v: 1; t: "quality"; lines: number }
  /** The visitor's choice of volume, 0 to 1, and of the language of captions; "" for none. */
  | { v: 1; t: "volume"; level: number }
  | { v: 1; t: "captions"; language: string }
  /** Stopped by `stop`, the player was told to go on. */
  | { v: 1; t: "onward" }
  | { v: 1; t: "state"; s: PlaybackState }
  /** `dur` is 0 for a live stream. */
  | { v: 1; t: "time"; pos: number; dur: number }
  | { v: 1; t: "muted"; on: boolean }
  /** What a channel of ours shows, by the clock of its picture and not by that of the day. */
  | { v: 1; t: "programme"; title: string }
  /** There is no picture, and words say why; a later `state` takes it back. */
  | { v: 1; t: "error"; code: EmbedErrorCode }
  /** Answer to `pip`, and later news about the mini player. */
  | { v: 1; t: "pip"; r: "entered" | "left" | "unsupported" }
  | { v: 1; t: "key"; key: "Escape" };

/** Page around it -> embed page. `hello` asks for `ready`, the state and `muted` once more. */
export type EmbedCommand =
  | { v: 1; c: "hello" | "play" | "pause" | "pip" }
  | { v: 1; c: "seek"; pos: number }
  /** What the visitor chose before, as the messages of these names tell it. */
  | { v: 1; c: "quality"; lines: number }
  | { v: 1; c: "volume"; level: number }
  | { v: 1; c: "captions"; language: string }
  /** The visitor's limit of megabytes is used up: the player stops, says so and offers to go on. */
  | { v: 1; c: "stop"; mb: number }
  /** A key that was pressed around the player, as `KeyboardEvent.key` names it. */
  | { v: 1; c: "key"; key: string }
  | { v: 1; c: "mute"; on: boolean };

/** Characters of a title or a key's name. */
const LONGEST_TEXT = 300;

const PLAYBACK_STATES: readonly PlaybackState[] = ["playing", "paused", "buffering", "ended"];
const ERROR_CODES: readonly EmbedErrorCode[] = [
  "offline",
  "server",
  "network",
  "media",
  "unsupported",
  "timeout",
  "refused",
  "gone",
  "identity",
  "off",
];
const PIP_RESULTS = ["entered", "left", "unsupported"] as const;
const SIMPLE_MESSAGES = ["ready", "blocked", "consent", "onward"] as const;
const SIMPLE_COMMANDS = ["hello", "play", "pause", "pip"] as const;

/** Whether a player wants a key: space, k, m, c, f, i, j, l, arrows, digits, < and >. */
export function isPlayerKey(key: string): boolean {
  return /^(?:[ kmcfijl\d<>]|Arrow(?:Left|Right|Up|Down)|MediaPlayPause)$/i.test(key);
}

/** Reads what a frame sent; null for anything that is not protocol v1. */
export function readEmbedMessage(data: unknown): EmbedMessage | null {
  if (!isRecord(data) || data["v"] !== 1) return null;
  switch (data["t"]) {
    case "state":
      return withOneOf(PLAYBACK_STATES, data["s"], (s) => ({ v: 1, t: "state", s }));
    case "time":
      return withAmount(data["pos"], (pos) =>
        withAmount(data["dur"], (dur) => ({ v: 1, t: "time", pos, dur })),
      );
    case "moved":
      return withAmount(data["bytes"], (bytes) => ({ v: 1, t: "moved", bytes }));
    case "quality":
      return withAmount(data["lines"], (lines) => ({ v: 1, t: "quality", lines }));
    case "volume":
      return withLevel(data["level"], (level) => ({ v: 1, t: "volume", level }));
    case "captions":
      return withText(data["language"], (language) => ({ v: 1, t: "captions", language }));
    case "muted":
      return typeof data["on"] === "boolean" ? { v: 1, t: "muted", on: data["on"] } : null;
    case "programme":
      return withText(data["title"], (title) => ({ v: 1, t: "programme", title }));
    case "error":
      return withOneOf(ERROR_CODES, data["code"], (code) => ({ v: 1, t: "error", code }));
    case "pip":
      return withOneOf(PIP_RESULTS, data["r"], (r) => ({ v: 1, t: "pip", r }));
    case "key":
      return data["key"] === "Escape" ? { v: 1, t: "key", key: "Escape" } : null;
    default:
      return withOneOf(SIMPLE_MESSAGES, data["t"], (t) => ({ v: 1, t }));
  }
}

/** Reads what the page around a player asks for; null for anything that is not protocol v1. */
export function readEmbedCommand(data: unknown): EmbedCommand | null {
  if (!isRecord(data) || data["v"] !== 1) return null;
  switch (data["c"]) {
    case "seek":
      return withAmount(data["pos"], (pos) => ({ v: 1, c: "seek", pos }));
    case "quality":
      return withAmount(data["lines"], (lines) => ({ v: 1, c: "quality", lines }));
    case "volume":
      return withLevel(data["level"], (level) => ({ v: 1, c: "volume", level }));
    case "captions":
      return withText(data["language"], (language) => ({ v: 1, c: "captions", language }));
    case "stop":
      return withAmount(data["mb"], (mb) => ({ v: 1, c: "stop", mb }));
    case "mute":
      return typeof data["on"] === "boolean" ? { v: 1, c: "mute", on: data["on"] } : null;
    case "key":
      return isText(data["key"]) && isPlayerKey(data["key"])
        ? { v: 1, c: "key", key: data["key"] }
        : null;
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

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}

function withText<Result>(given: unknown, make: (text: string) => Result): Result | null {
  return isText(given) ? make(given) : null;
}

/** With seconds, bytes, megabytes or lines. */
function withAmount<Result>(given: unknown, make: (amount: number) => Result): Result | null {
  const isAmount = typeof given === "number" && Number.isFinite(given) && given >= 0;
  return isAmount ? make(given) : null;
}

function withLevel<Result>(given: unknown, make: (level: number) => Result): Result | null {
  return withAmount(given, (level) => (level <= 1 ? make(level) : null));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
