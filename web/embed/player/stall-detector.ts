import {
  ARRIVAL_WINDOW_MS,
  type PlaybackProblem,
  liveTrouble,
  TROUBLE_LOOK_AFTER_MS,
  TROUBLE_LOOK_AGAIN_MS,
} from "#shared/live/playback-problem.domain.ts";
import { serverAnswers } from "#web/embed/playback-problem.ts";

export type StallDetector = {
  /** There is no picture: checks for the reason after a delay, and repeatedly while it lasts. */
  begin(): void;
  /** Checks at once; the source was given up. */
  lookNow(): void;
  /** There is a picture, or playback was stopped. */
  end(): void;
};

/**
 * Finds out why a player shows no picture. @param arrived a number that grows while data arrives;
 * null while unknown. @param onProblem called at every check while the problem lasts.
 */
export function detectStall(
  arrived: () => number | null,
  onProblem: (problem: PlaybackProblem) => void,
): StallDetector {
  let timer = 0;
  /** Number of the current wait: results of earlier checks are dropped. */
  let wait = 0;
  let seen: number | null = null;

  function lookAfter(ms: number): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      seen = arrived();
      timer = window.setTimeout(() => void look(), ARRIVAL_WINDOW_MS);
    }, ms - ARRIVAL_WINDOW_MS);
  }

  async function look(): Promise<void> {
    const asked = wait;
    const before = seen;
    if (document.visibilityState !== "visible") return lookAfter(TROUBLE_LOOK_AGAIN_MS);
    const answers = await serverAnswers();
    if (asked !== wait) return;
    const now = arrived();
    const arrives = now === null || now > (before ?? 0);
    lookAfter(TROUBLE_LOOK_AGAIN_MS);
    onProblem(liveTrouble({ arrives, serverAnswers: answers, isOnline: navigator.onLine }));
  }

  return {
    begin() {
      wait++;
      lookAfter(TROUBLE_LOOK_AFTER_MS);
    },
    lookNow() {
      wait++;
      clearTimeout(timer);
      seen = arrived();
      void look();
    },
    end() {
      wait++;
      clearTimeout(timer);
    },
  };
}
