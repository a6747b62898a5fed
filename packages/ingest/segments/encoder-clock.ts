/** Distances beyond which a time does not continue the encoder's clock. */
const FORWARD_MS = 3_000;
const BACK_MS = 500;
/** After a jump of one track the other may still send this many packets of the time before. */
const MAX_STRAYS = 50;

type Track = "video" | "audio";

export type EncoderClock = {
  /**
   * Reads the decode time of a packet.
   *
   * @returns the signed distance of a jump in milliseconds, 0 while the clock continues; null for a packet from before
   *   a jump, which belongs nowhere.
   */
  read(track: Track, ms: number): number | null;
  /** Forgets the time: the next packet is the first of a new connection. */
  reset(): void;
};

/** Follows the times of both tracks, and finds where they jump. */
export function createEncoderClock(): EncoderClock {
  let last: Record<Track, number | null> = { video: null, audio: null };
  let jump: { beforeMs: number; track: Track; strays: number } | null = null;

  function latest(): number | null {
    if (last.video === null || last.audio === null) return last.video ?? last.audio;
    return Math.max(last.video, last.audio);
  }

  function isStray(track: Track, ms: number, latestMs: number): boolean {
    if (!jump || jump.track === track) return false;
    const isOld = Math.abs(ms - jump.beforeMs) < Math.abs(ms - latestMs);
    if (isOld && jump.strays++ < MAX_STRAYS) return true;
    jump = null;
    return false;
  }

  return {
    read(track, ms) {
      const latestMs = latest();
      if (latestMs !== null && isStray(track, ms, latestMs)) return null;
      const own = last[track];
      const isForward = latestMs !== null && ms - latestMs > FORWARD_MS;
      const isBack = own !== null && own - ms > BACK_MS;
      if (latestMs === null || (!isForward && !isBack)) {
        last[track] = own === null ? ms : Math.max(own, ms);
        return 0;
      }
      jump = { beforeMs: latestMs, track, strays: 0 };
      last = { video: null, audio: null, [track]: ms };
      return ms - latestMs;
    },
    reset() {
      last = { video: null, audio: null };
      jump = null;
    },
  };
}
