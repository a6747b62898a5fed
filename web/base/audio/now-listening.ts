import { setMiniPlayer } from "#web/base/playback/mini-player.ts";
import type { NewItem } from "#web/base/kept/kept-media.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/**
 * The one thing that the visitor listens to: a channel, a recording, or a voice that reads a page.
 * The audio bar shows it on every page.
 */

export type Heard = {
  /** The same for the same content. */
  key: string;
  kind: "live" | "recording" | "voice";
  title: string;
  /** BCP 47 tag of the title. */
  language?: string | undefined;
  /** Path of its image without width; null for none. */
  poster: string | null;
  /** Channel id of a live stream. */
  channel?: string;
  /** Video id of a recording. */
  video?: string;
  /** Path of the page with its picture, without language; absent: there is none. */
  page?: string;
  /** Its file, where the visitor may keep it on the device. */
  keep?: NewItem | undefined;
};

/**
 * loading: not heard yet; waiting: data is missing; failed: it cannot be played now; limit: the
 * visitor's data limit is reached; no-voices: the device has no voice for the language.
 */
export type HeardStatus =
  | "loading"
  | "playing"
  | "waiting"
  | "paused"
  | "ended"
  | "failed"
  | "limit"
  | "no-voices";

/** Time at which it pauses, milliseconds since 1970, or the end of what plays now. */
export type SleepTimer = { at: number; minutes: number } | "end";

export type NowListening = {
  heard: Heard;
  status: HeardStatus;
  /** Seconds; of a live stream since 1970, and 0 at its live edge. */
  position: number;
  duration: number;
  /** Index of the text that a voice reads; null while unknown. */
  part: number | null;
  speed: number;
  timer: SleepTimer | null;
};

export type ListenControls = {
  play: () => void;
  pause: () => void;
  /** Stops, and releases everything. */
  stop: () => void;
  /** Absent where nothing can be sought. @param seconds as the position */
  seek?: ((seconds: number) => void) | undefined;
  /** Goes to the live edge; absent there. */
  goLive?: (() => void) | undefined;
  setSpeed?: (rate: number) => void;
};

const store = createStore<NowListening | null>(null);
let controls: ListenControls | null = null;
let sleep: ReturnType<typeof setTimeout> | undefined;

/** Returns what the visitor listens to; null while there is nothing. */
export const nowListening = store.read;

/** Calls back on every change. @returns a function that ends it */
export const subscribeToListening = store.subscribe;

/** Starts something to listen to; whatever else plays ends. */
export function beginListening(
  heard: Heard,
  by: ListenControls,
  begun: Partial<NowListening> = {},
): void {
  if (controls !== by) stopListening();
  controls = by;
  setMiniPlayer(heard.kind === "voice" ? "voice" : "sound", stopListening);
  const start = { status: "loading", position: 0, duration: 0, part: null, speed: 1 } as const;
  store.set({ heard, ...start, timer: null, ...begun });
}

/** Changes what is known of it; ignored once something else plays. */
export function updateListening(by: ListenControls, part: Partial<NowListening>): void {
  const now = nowListening();
  if (controls !== by || !now) return;
  store.set({ ...now, ...part });
  // What has ended is silent already.
  if (part.status === "ended" && nowListening()?.timer === "end") setTimer(null);
}

/** Stops and closes the bar. */
export function stopListening(): void {
  const stopped = controls;
  controls = null;
  setTimer(null);
  setMiniPlayer("sound", null);
  setMiniPlayer("voice", null);
  store.set(null);
  stopped?.stop();
}

/** Stops this one and closes the bar; nothing once something else plays. */
export function endListening(by: ListenControls): void {
  if (controls === by) stopListening();
}

/** Returns the controls of what plays; null without any. */
export function listenControls(): ListenControls | null {
  return controls;
}

/**
 * Pauses after some minutes, or at the end of what plays now; null turns the timer off. A page in
 * the background may be late by a minute.
 */
export function setTimer(wanted: number | "end" | null): void {
  clearTimeout(sleep);
  const isTimed = typeof wanted === "number";
  if (isTimed) sleep = setTimeout(fallAsleep, wanted * MINUTE_MS);
  const now = nowListening();
  if (!now) return;
  const timer = isTimed ? { minutes: wanted, at: Date.now() + wanted * MINUTE_MS } : wanted;
  store.set({ ...now, timer });
}

/** The programme of a channel has ended. */
export function programmeEnded(): void {
  if (nowListening()?.timer === "end") fallAsleep();
}

function fallAsleep(): void {
  controls?.pause();
  setTimer(null);
}

/** Returns what the visitor listens to, and follows every change. */
export function useNowListening(): NowListening | null {
  return useStore(store);
}

/** Returns what the visitor listens to, if it is this. */
export function useHeard(key: string): NowListening | null {
  const heard = useNowListening();
  return heard?.heard.key === key ? heard : null;
}
