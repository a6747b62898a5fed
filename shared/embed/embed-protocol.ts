/**
 * Protocol v1 between an embed page and the page around its frame. Both sides check the window, the
 * origin and the shape, and ignore anything else. The parsers are written by hand: they are part of
 * every player, and a schema library would be half of it.
 */

export type PlaybackState = "playing" | "paused" | "buffering" | "ended";

/**
 * Reason for a player without an image. `server`: our server does not respond; `refused`: the owner
 * forbids embedding (101/150); `gone`: unknown video (2/100); `identity`: the platform received no
 * referrer (152/153), our own error; `off`: staff took the channel off air.
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

/** Embed page -> page around it. Times in seconds. */
export type EmbedMessage =
  /**
   * blocked: the play button is shown, because the browser, the data saver or a missing consent
   * prevents autoplay; consent: the visitor pressed it for a provider's player and so gave consent.
   */
  | { v: 1; t: "ready" | "blocked" | "consent" }
  /** Bytes transferred since the last message, measured or estimated. */
  | { v: 1; t: "moved"; bytes: number }
  /** Selected maximum quality in lines; 0 for automatic. */
  | { v: 1; t: "quality"; lines: number }
  /** Selected volume, 0 to 1, and language of captions; "" for none. */
  | { v: 1; t: "volume"; level: number }
  | { v: 1; t: "captions"; language: string }
  /** The visitor continued after `stop`. */
  | { v: 1; t: "onward" }
  | { v: 1; t: "state"; s: PlaybackState }
  /** `dur` is 0 for a live stream. */
  | { v: 1; t: "time"; pos: number; dur: number }
  | { v: 1; t: "muted"; on: boolean }
  /** Current programme of a linear channel, by the time of its image; "" during a broadcast. */
  | { v: 1; t: "programme"; title: string }
  /** The image is of a broadcast, which can be played from its beginning; or no longer. */
  | { v: 1; t: "broadcast"; on: boolean }
  /** Moment of a broadcast that is shown after a seek back, in milliseconds since 1970; 0 for the live edge. */
  | { v: 1; t: "moment"; ms: number }
  /** An error message is shown; a later `state` clears it. */
  | { v: 1; t: "error"; code: EmbedErrorCode }
  /** Reply to `pip`, and later changes of the mini player. */
  | { v: 1; t: "pip"; r: "entered" | "left" | "unsupported" }
  | { v: 1; t: "key"; key: "Escape" };

/** Page around it -> embed page. `hello` requests `ready`, the state and `muted` again. */
export type EmbedCommand =
  | { v: 1; c: "hello" | "play" | "pause" | "pip" }
  | { v: 1; c: "seek"; pos: number }
  /** Plays a broadcast from a moment, in milliseconds since 1970; 0 for its beginning. */
  | { v: 1; c: "moment"; ms: number }
  /** Earlier choices of the visitor, as in the messages of the same name. */
  | { v: 1; c: "quality"; lines: number }
  | { v: 1; c: "volume"; level: number }
  | { v: 1; c: "captions"; language: string }
  /** The visitor's data limit is reached: the player stops and offers to continue. */
  | { v: 1; c: "stop"; mb: number }
  /** Key pressed outside the player, as in `KeyboardEvent.key`. */
  | { v: 1; c: "key"; key: string }
  | { v: 1; c: "mute"; on: boolean };

/** Maximum characters of a title or key. */
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

/** Returns whether a player handles a key: space, k, m, c, f, i, j, l, arrows, digits, < and >. */
export function isPlayerKey(key: string): boolean {
  return /^(?:[ kmcfijl\d<>]|Arrow(?:Left|Right|Up|Down)|MediaPlayPause)$/i.test(key);
}

/** Parses a message of a frame. Returns null if it is not protocol v1. */
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
      return withFlag(data["on"], (on) => ({ v: 1, t: "muted", on }));
    case "broadcast":
      return withFlag(data["on"], (on) => ({ v: 1, t: "broadcast", on }));
    case "moment":
      return withAmount(data["ms"], (ms) => ({ v: 1, t: "moment", ms }));
    case "programme":
      return withText(data["title"], (title) => ({ v: 1, t: "programme", title }));
    case "error":
      return withOneOf(ERROR_CODES, data["code"], (code) => ({ v: 1, t: "error", code }));
    case "pip":
      return withOneOf(PIP_RESULTS, data["r"], (r) => ({ v: 1, t: "pip", r }));
    case "key":
      return withOneOf(["Escape"] as const, data["key"], (key) => ({ v: 1, t: "key", key }));
    default:
      return withOneOf(SIMPLE_MESSAGES, data["t"], (t) => ({ v: 1, t }));
  }
}

/** Parses a command of the page around the player. Returns null if it is not protocol v1. */
export function readEmbedCommand(data: unknown): EmbedCommand | null {
  if (!isRecord(data) || data["v"] !== 1) return null;
  switch (data["c"]) {
    case "seek":
      return withAmount(data["pos"], (pos) => ({ v: 1, c: "seek", pos }));
    case "moment":
      return withAmount(data["ms"], (ms) => ({ v: 1, c: "moment", ms }));
    case "quality":
      return withAmount(data["lines"], (lines) => ({ v: 1, c: "quality", lines }));
    case "volume":
      return withLevel(data["level"], (level) => ({ v: 1, c: "volume", level }));
    case "captions":
      return withText(data["language"], (language) => ({ v: 1, c: "captions", language }));
    case "stop":
      return withAmount(data["mb"], (mb) => ({ v: 1, c: "stop", mb }));
    case "mute":
      return withFlag(data["on"], (on) => ({ v: 1, c: "mute", on }));
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

function withFlag<Result>(given: unknown, make: (flag: boolean) => Result): Result | null {
  return typeof given === "boolean" ? make(given) : null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}

function withText<Result>(given: unknown, make: (text: string) => Result): Result | null {
  return isText(given) ? make(given) : null;
}

/** For seconds, bytes, megabytes or lines. */
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
