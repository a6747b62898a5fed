import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import type { SoundSegment } from "./live-playlist.domain.ts";

const SOUND_TYPE = 'audio/mp4; codecs="mp4a.40.2"';
/** A segment of 40 kB takes 2 s at 150 kbit/s. */
const REQUEST_LIMIT_MS = 20_000;
/** Played seconds are removed in blocks. */
const PLAYED_LIMIT_S = 60;
const PLAYED_KEPT_S = 30;
/** Segments whose times are known: more than the buffer has. */
const TIMED_SEGMENTS = 100;

/** @property atMs server's clock; NaN when unknown. */
export type Answer = { bytes: ArrayBuffer; atMs: number };

type SoundBufferOptions = {
  /** Called with the bytes that have arrived. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
};

export type SoundBuffer = {
  load: (url: string) => Promise<Answer | null>;
  /** End of what is loaded, in seconds. */
  loadedEnd: () => number;
  /** Sequence number of the last appended segment; null at the start. */
  last: () => number | null;
  /** Loads and appends a segment. Returns false for one to repeat. @throws when the browser refuses the data. */
  take: (segment: SoundSegment) => Promise<boolean>;
  /** Moment that is heard, in milliseconds since 1970; null while unknown. */
  momentMs: () => number | null;
};

/** Opens the buffer of a media source, and loads and appends its segments. */
export function openSoundBuffer(
  audio: HTMLAudioElement,
  source: MediaSource,
  { onBytes, signal }: SoundBufferOptions,
): SoundBuffer {
  const buffer = source.addSourceBuffer(SOUND_TYPE);
  // Segments play one after the other, whatever their own times: after a gap, in another clip.
  buffer.mode = "sequence";
  const load = (url: string) => loadBytes(url, onBytes, signal);
  const append = createAppender(audio, buffer);
  let init = "";
  let last: number | null = null;
  let timed: { startS: number; atMs: number }[] = [];

  function loadedEnd(): number {
    const { buffered } = buffer;
    return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
  }

  return {
    load,
    loadedEnd,
    last: () => last,
    async take(segment) {
      const head = segment.init === init ? null : await load(segment.init);
      const body = await load(segment.url);
      // Without its initialisation a segment cannot be decoded.
      if (signal.aborted || !body || (segment.init !== init && !head?.bytes.byteLength)) {
        return false;
      }
      timed = [...timed.slice(-TIMED_SEGMENTS), { startS: loadedEnd(), atMs: segment.atMs }];
      if (head) await append(head.bytes);
      // A missing segment is skipped like a gap.
      if (body.bytes.byteLength > 0) await append(body.bytes);
      init = segment.init;
      last = segment.sequence;
      return true;
    },
    momentMs() {
      const heard = timed.findLast(({ startS }) => startS <= audio.currentTime);
      const ms = heard ? heard.atMs + (audio.currentTime - heard.startS) * SECOND_MS : Number.NaN;
      return Number.isNaN(ms) ? null : ms;
    },
  };
}

/** Returns null for a request to repeat, and no bytes for one whose data is gone. */
async function loadBytes(
  url: string,
  onBytes: SoundBufferOptions["onBytes"],
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
