import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import { retryDelayMs } from "#shared/live/retry-delay.ts";
import {
  keepUp,
  paceOf,
  parseSoundPlaylist,
  segmentsFrom,
  segmentsToAppend,
  type SoundPlaylist,
  startSeconds,
} from "./live-playlist.domain.ts";
import { type Answer, openSoundBuffer, type SoundBuffer } from "./sound-buffer.ts";

/**
 * Loader of a channel's sound by Media Source Extensions. hls.js would cost 120 kB, seven seconds
 * of a weak connection, before the first sound.
 */

/** A connection is weak when its first answer takes this long, or once the sound has stopped. */
const WEAK_ANSWER_MS = 250;
/** What is loaded of a past broadcast before it plays. */
const AHEAD_S = 30;

export type LiveEvents = {
  /** Bytes that have arrived. */
  onBytes: (bytes: number) => void;
  /** A request has failed (true), or data arrives again. */
  onTrouble: (isFailing: boolean) => void;
  /** The browser cannot play what arrives. */
  onBroken: () => void;
  /** The server no longer has the past broadcast. */
  onGone: () => void;
};

export type LiveLoader = {
  stop: () => void;
  /** Moment that is heard, in milliseconds since 1970; null while unknown. */
  momentMs: () => number | null;
};

/**
 * Returns true when the browser loads the playlist itself: without Media Source, and on Apple's
 * systems, which play it on in the background. Chromium claims it too and stalls.
 */
export function isNativeHls(): boolean {
  if (!("MediaSource" in window)) return true;
  const claimed = document.createElement("audio").canPlayType("application/vnd.apple.mpegurl");
  return "ManagedMediaSource" in window && claimed !== "";
}

/**
 * Loads a channel's sound into an audio element, from the live edge on, until stopped. It repeats
 * failed requests with increasing delay.
 *
 * @param fromMs moment from which a playlist of the past plays, in milliseconds since 1970; null for the live edge
 */
export function loadLive(
  audio: HTMLAudioElement,
  playlistUrl: string,
  events: LiveEvents,
  fromMs: number | null,
): LiveLoader {
  const stop = new AbortController();
  const source = new MediaSource();
  let sound: SoundBuffer | null = null;
  const sourceUrl = URL.createObjectURL(source);
  audio.src = sourceUrl;
  source.addEventListener("sourceopen", () => {
    URL.revokeObjectURL(sourceUrl);
    if (stop.signal.aborted) return;
    begin().catch(() => {
      if (!stop.signal.aborted) events.onBroken();
    });
  });

  async function begin(): Promise<void> {
    const { signal } = stop;
    sound = openSoundBuffer(audio, source, { onBytes: events.onBytes, signal });
    const address = new URL(playlistUrl, window.location.href).href;
    const following = { audio, source, sound, address, events, signal };
    await (fromMs === null ? follow(following) : followPast(following, fromMs));
  }
  return { stop: () => stop.abort(), momentMs: () => sound?.momentMs() ?? null };
}

type Following = {
  audio: HTMLAudioElement;
  source: MediaSource;
  sound: SoundBuffer;
  /** Of the playlist. */
  address: string;
  events: LiveEvents;
  signal: AbortSignal;
};

/** Appends what the playlist names, in its order. @throws when the browser refuses the data. */
async function follow({ audio, source, sound, address, events, signal }: Following): Promise<void> {
  let failures = 0;
  /** Segment until which the server holds the next answer; null: the next answer comes at once. */
  let awaited: number | null = null;
  const connection = watchConnection(audio, signal);

  while (!signal.aborted) {
    const answer: Answer | null =
      awaited === null
        ? await connection.time(sound.load(address))
        : await sound.load(`${address}?_HLS_msn=${awaited}`);
    const playlist: DatedPlaylist | null = readPlaylist(answer, address);
    const isWeak = connection.isWeak();
    const next = playlist ? segmentsToAppend(playlist, sound.last(), isWeak) : [];
    let isComplete = playlist !== null;
    for (const segment of next) {
      const isFirst = sound.last() === null;
      isComplete = await sound.take(segment);
      if (!isComplete || !playlist) break;
      const pace = paceOf(playlist, isWeak);
      if (isFirst) audio.currentTime = startSeconds(next, playlist, pace, playlist.serverMs());
      else catchUp(audio, sound.loadedEnd(), playlist.segmentSeconds, pace);
    }
    if (signal.aborted) return;
    if (playlist?.isEnded === true && isComplete) {
      source.endOfStream();
      return;
    }
    failures = isComplete ? 0 : failures + 1;
    events.onTrouble(failures > 0);
    awaited = failures === 0 ? awaitedAfter(playlist, next.length) : null;
    const pollMs =
      awaited === null ? pollDelayMs(playlist, next.length, connection.elapsedMs()) : 0;
    await wait(failures > 0 ? retryDelayMs(failures) : pollMs, signal);
  }
}

/** Appends a past broadcast from a moment on, ahead of what plays. @throws when the browser refuses the data. */
async function followPast(
  { audio, source, sound, address, events, signal }: Following,
  fromMs: number,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const answer = await sound.load(address);
    if (answer?.bytes.byteLength === 0) {
      events.onGone();
      return;
    }
    const playlist = readPlaylist(answer, address);
    const isComplete = playlist !== null && (await takePast(playlist));
    if (signal.aborted) return;
    if (playlist?.isEnded === true && isComplete) {
      source.endOfStream();
      return;
    }
    failures = isComplete ? 0 : failures + 1;
    events.onTrouble(failures > 0);
    await wait(failures > 0 ? retryDelayMs(failures) : pollDelayMs(playlist, 1, 0), signal);
  }

  /** Returns false when a segment must be repeated. */
  async function takePast({ segments }: SoundPlaylist): Promise<boolean> {
    const last = sound.last();
    const { next, startAt } =
      last === null
        ? segmentsFrom(segments, fromMs)
        : { next: segments.filter(({ sequence }) => sequence > last), startAt: 0 };
    for (const segment of next) {
      const isFirst = sound.last() === null;
      if (!(await sound.take(segment))) return false;
      if (isFirst) audio.currentTime = startAt;
      while (!signal.aborted && sound.loadedEnd() - audio.currentTime > AHEAD_S) {
        await wait(SECOND_MS, signal);
      }
    }
    return true;
  }
}

/** Segment to ask for when the last answer brought some; null: without waiting at the server. */
function awaitedAfter(playlist: SoundPlaylist | null, taken: number): number | null {
  return playlist?.isHeld === true && taken > 0 ? playlist.nextSequence : null;
}

function pollDelayMs(playlist: SoundPlaylist | null, taken: number, elapsedMs: number): number {
  const intervalMs = (playlist?.segmentSeconds ?? 1) * SECOND_MS;
  // A weak connection has no time to lose: what loading took has passed already.
  return taken === 0 ? intervalMs / 2 : Math.max(0, intervalMs - elapsedMs);
}

/** Tells a weak connection by the time of an answer, and by sound that stopped. */
function watchConnection(audio: HTMLAudioElement, signal: AbortSignal) {
  let isWeak = false;
  let hasPlayed = false;
  let askedMs = performance.now();
  audio.addEventListener("playing", () => (hasPlayed = true), { signal });
  // A jump of ours waits, too.
  audio.addEventListener("waiting", () => (isWeak ||= hasPlayed && !audio.seeking), { signal });
  return {
    isWeak: () => isWeak,
    /** Since the last timed request began. */
    elapsedMs: () => performance.now() - askedMs,
    async time<T>(answer: Promise<T>): Promise<T> {
      askedMs = performance.now();
      const result = await answer;
      isWeak ||= performance.now() - askedMs > WEAK_ANSWER_MS;
      return result;
    },
  };
}

/** @property serverMs tells the server's clock now. */
type DatedPlaylist = SoundPlaylist & { serverMs: () => number };

function readPlaylist(answer: Answer | null, address: string): DatedPlaylist | null {
  if (answer === null) return null;
  const answeredMs = performance.now();
  const playlist = parseSoundPlaylist(new TextDecoder().decode(answer.bytes), address);
  return (
    playlist && {
      ...playlist,
      serverMs: () => answer.atMs + performance.now() - answeredMs,
    }
  );
}

/** Brings a listener who has fallen behind back to the live edge. */
function catchUp(
  audio: HTMLAudioElement,
  loadedEnd: number,
  segmentSeconds: number,
  pace: ReturnType<typeof paceOf>,
): void {
  const behind = loadedEnd - audio.currentTime;
  const { rate, jump } = keepUp(behind, segmentSeconds, audio.playbackRate > 1, pace);
  audio.playbackRate = rate;
  if (jump > 0) audio.currentTime += jump;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
