/** Distances beyond which a time does not continue the encoder's clock. */
const FORWARD_MS = 3_000;
const BACK_MS = 500;
/** RTMP counts milliseconds in 32 bits: 49.7 days. */
const WRAP_MS = 2 ** 32;
/** After a jump of one track the other may still send this many packets of the time before. */
const MAX_STRAYS = 50;

type Track = "video" | "audio";

type Reading = {
  /** Milliseconds that do not wrap. */
  readonly ms: number;
  /** Signed distance of a jump; null while the clock continues. */
  readonly jumpMs: number | null;
};

export type EncoderClock = {
  /** Reads the decode time of a packet; null for a packet from before a jump, which belongs nowhere. */
  read(track: Track, rawMs: number): Reading | null;
  /** Forgets the time: the next packet is the first of a new connection. */
  reset(): void;
};

/** Makes one continuous time of both tracks' times, and finds where they jump. */
export function createEncoderClock(): EncoderClock {
  let last: Record<Track, number | null> = { video: null, audio: null };
  let wrapMs = 0;
  let jump: { beforeMs: number; track: Track; strays: number } | null = null;

  function latest(): number | null {
    if (last.video === null || last.audio === null) return last.video ?? last.audio;
    return Math.max(last.video, last.audio);
  }

  /** Adds the wraps so far; the two tracks wrap one after the other. */
  function unwrap(rawMs: number, latestMs: number | null): number {
    const ms = rawMs + wrapMs;
    if (latestMs === null) return ms;
    if (latestMs - ms > WRAP_MS - FORWARD_MS) {
      wrapMs += WRAP_MS;
      return ms + WRAP_MS;
    }
    return ms - latestMs > WRAP_MS - FORWARD_MS && wrapMs > 0 ? ms - WRAP_MS : ms;
  }

  function isStray(track: Track, ms: number, latestMs: number): boolean {
    if (!jump || jump.track === track) return false;
    const isOld = Math.abs(ms - jump.beforeMs) < Math.abs(ms - latestMs);
    if (isOld && jump.strays++ < MAX_STRAYS) return true;
    jump = null;
    return false;
  }

  return {
    read(track, rawMs) {
      const latestMs = latest();
      const ms = unwrap(rawMs, latestMs);
      if (latestMs !== null && isStray(track, ms, latestMs)) return null;
      const own = last[track];
      const isForward = latestMs !== null && ms - latestMs > FORWARD_MS;
      const isBack = own !== null && own - ms > BACK_MS;
      if (latestMs === null || (!isForward && !isBack)) {
        last[track] = own === null ? ms : Math.max(own, ms);
        return { ms, jumpMs: null };
      }
      jump = { beforeMs: latestMs, track, strays: 0 };
      last = { video: null, audio: null, [track]: ms };
      return { ms, jumpMs: ms - latestMs };
    },
    reset() {
      last = { video: null, audio: null };
      wrapMs = 0;
      jump = null;
    },
  };
}
