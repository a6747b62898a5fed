import type { BroadcastFacts } from "#shared/contracts/broadcast-facts.ts";
import type { Chapter } from "./broadcast-clock.domain.ts";

/** A chapter by staff shows within this time. */
const INTERVAL_MS = 20_000;

export type Broadcast = {
  startedAtMs: number;
  chapters: readonly Chapter[];
  /** False once it is over: viewers may be behind. */
  isOnAir: boolean;
};

/**
 * Returns a function that tells of the last broadcast, and asks for it again when it is due. Its
 * last answer stays when the server does not respond.
 */
export function watchBroadcast(url: string): () => Broadcast | null {
  let known: Broadcast | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    try {
      const answer = await fetch(url);
      if (!answer.ok && answer.status !== 404) return;
      const facts: BroadcastFacts | null = answer.ok ? await answer.json() : null;
      if (facts) known = broadcastOf(facts);
      else if (known) known = { ...known, isOnAir: false };
    } catch {
      // Without a response nothing changes.
    }
  }

  return () => {
    const nowMs = performance.now();
    if (nowMs - askedAtMs >= INTERVAL_MS && document.visibilityState === "visible") {
      askedAtMs = nowMs;
      void ask();
    }
    return known;
  };
}

function broadcastOf({ startedAt, chapters }: BroadcastFacts): Broadcast {
  return {
    startedAtMs: Date.parse(startedAt),
    chapters: chapters.map(({ at, title }) => ({ atMs: Date.parse(at), title })),
    isOnAir: true,
  };
}
