import { withTimeLimit } from "#shared/time-limit.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import {
  keepUp,
  paceOf,
  parseSoundPlaylist,
  retryDelayMs,
  segmentsToAppend,
  type SoundPlaylist,
  type SoundSegment,
  startSeconds,
} from "./live-playlist.domain.ts";

/**
 * Loader of a channel's sound by Media Source Extensions. hls.js would cost 120 kB, seven seconds
 * of a weak connection, before the first sound.
 */

const SOUND_TYPE = 'audio/mp4; codecs="mp4a.40.2"';
/** A segment of 40 kB takes 2 s at 150 kbit/s. */
const REQUEST_LIMIT_MS = 20_000;
/** A connection is weak when its first answer takes this long, or once the sound has stopped. */
const WEAK_ANSWER_MS = 250;
/** Played seconds are removed in blocks. */
const PLAYED_LIMIT_S = 60;
const PLAYED_KEPT_S = 30;
const MS = 1_000;

export type LiveEvents = {
  /** Bytes that have arrived. */
  onBytes: (bytes: number) => void;
  /** A request has failed (true), or data arrives again. */
  onTrouble: (isFailing: boolean) => void;
  /** The browser cannot play what arrives. */
  onBroken: () => void;
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
 * failed requests with increasing delay. @returns a function that stops it.
 */
export function loadLive(
  audio: HTMLAudioElement,
  playlistUrl: string,
  events: LiveEvents,
): () => void {
  const stop = new AbortController();
  const source = new MediaSource();
  const address = URL.createObjectURL(source);
  audio.src = address;
  source.addEventListener("sourceopen", () => {
    URL.revokeObjectURL(address);
    if (stop.signal.aborted) return;
    follow(audio, source, { playlistUrl, events, signal: stop.signal }).catch(() => {
      if (!stop.signal.aborted) events.onBroken();
    });
  });
  return () => stop.abort();
}

type Following = { playlistUrl: string; events: LiveEvents; signal: AbortSignal };

/** Appends what the playlist names, in its order. @throws when the browser refuses the data. */
async function follow(
  audio: HTMLAudioElement,
  source: MediaSource,
  { playlistUrl, events, signal }: Following,
): Promise<void> {
  const buffer = source.addSourceBuffer(SOUND_TYPE);
  // Segments play one after the other, whatever their own times: after a gap, in another clip.
  buffer.mode = "sequence";
  const address = new URL(playlistUrl, window.location.href).href;
  const load = (url: string) => loadBytes(url, events, signal);
  const append = createAppender(audio, buffer);
  let init = "";
  let last: number | null = null;
  let failures = 0;
  /** Segment until which the server holds the next answer; null: the next answer comes at once. */
  let awaited: number | null = null;
  const connection = watchConnection(audio, signal);

  /** Returns false for a segment to repeat. */
  async function take(segment: SoundSegment): Promise<boolean> {
    const head = segment.init === init ? null : await load(segment.init);
    const body = await load(segment.url);
    // Without its initialisation a segment cannot be decoded.
    if (signal.aborted || !body || (segment.init !== init && !head?.bytes.byteLength)) return false;
    if (head) await append(head.bytes);
    // A missing segment is skipped like a gap.
    if (body.bytes.byteLength > 0) await append(body.bytes);
    init = segment.init;
    last = segment.sequence;
    return true;
  }

  while (!signal.aborted) {
    const answer: Answer | null =
      awaited === null
        ? await connection.time(load(address))
        : await load(`${address}?_HLS_msn=${awaited}`);
    const playlist: DatedPlaylist | null = readPlaylist(answer, address);
    const isWeak = connection.isWeak();
    const next: readonly SoundSegment[] = playlist ? segmentsToAppend(playlist, last, isWeak) : [];
    let isComplete = playlist !== null;
    for (const segment of next) {
      const isFirst = last === null;
      isComplete = await take(segment);
      if (!isComplete || !playlist) break;
      const pace = paceOf(playlist, isWeak);
      if (isFirst) audio.currentTime = startSeconds(next, playlist, pace, playlist.serverMs());
      else catchUp(audio, buffer, playlist.segmentSeconds, pace);
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

/** Segment to ask for when the last answer brought some; null: without waiting at the server. */
function awaitedAfter(playlist: SoundPlaylist | null, taken: number): number | null {
  return playlist?.isHeld === true && taken > 0 ? playlist.nextSequence : null;
}

function pollDelayMs(playlist: SoundPlaylist | null, taken: number, elapsedMs: number): number {
  const intervalMs = (playlist?.segmentSeconds ?? 1) * MS;
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

/** @property atMs server's clock; NaN when unknown. */
type Answer = { bytes: ArrayBuffer; atMs: number };

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

/** Returns null for a request to repeat, and no bytes for one whose data is gone. */
async function loadBytes(
  url: string,
  { onBytes }: LiveEvents,
  signal: AbortSignal,
): Promise<Answer | null> {
  const request = async (limit: AbortSignal): Promise<Answer | null> => {
    const response = await browserFetch(url, { signal: limit });
    const atMs = Date.parse(response.headers.get("Date") ?? "");
    if (response.status === 404 || response.status === 410) {
      return { bytes: new ArrayBuffer(0), atMs };
    }
    if (!response.ok) return null;
    const bytes = await response.arrayBuffer();
    onBytes(bytes.byteLength);
    return { bytes, atMs };
  };
  return withTimeLimit(REQUEST_LIMIT_MS, request, signal).catch(() => null);
}

/** Returns a function that appends data, and removes what has been played long ago. */
function createAppender(audio: HTMLAudioElement, buffer: SourceBuffer) {
  const done = (change: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (event: Event): void => {
        buffer.removeEventListener("updateend", settle);
        buffer.removeEventListener("error", settle);
        if (event.type === "error") reject(new Error("The sound cannot be decoded"));
        else resolve();
      };
      buffer.addEventListener("updateend", settle);
      buffer.addEventListener("error", settle);
      change();
    });

  return async (bytes: ArrayBuffer): Promise<void> => {
    const { currentTime } = audio;
    const start = buffer.buffered.length > 0 ? buffer.buffered.start(0) : currentTime;
    if (currentTime - start > PLAYED_LIMIT_S) {
      await done(() => buffer.remove(0, currentTime - PLAYED_KEPT_S));
    }
    await done(() => buffer.appendBuffer(bytes));
  };
}

/** Brings a listener who has fallen behind back to the live edge. */
function catchUp(
  audio: HTMLAudioElement,
  { buffered }: SourceBuffer,
  segmentSeconds: number,
  pace: ReturnType<typeof paceOf>,
): void {
  if (buffered.length === 0) return;
  const behind = buffered.end(buffered.length - 1) - audio.currentTime;
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
