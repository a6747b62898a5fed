import { useEffect, useRef, useState } from "react";
import {
  type PlaybackProblem,
  liveTrouble,
  PROBE_LIMIT_MS,
  TROUBLE_LOOK_AFTER_MS,
  TROUBLE_LOOK_AGAIN_MS,
} from "#shared/live/playback-problem.domain.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { useSite } from "#web/lib/site.ts";

export type FrameSilence = {
  /** Problem that keeps the player away; null for none. */
  problem: PlaybackProblem | null;
  /** Changes with every retry: the key of the frame. */
  attempt: number;
  /** The frame has sent a message: from now on it reports itself. */
  hear: () => void;
  retry: () => void;
};

/**
 * Watches a frame whose player sends no message. Once the server responds again, the frame is
 * reloaded. @param onChange called when text appears, with whether the server is unreachable, and
 * when it is removed.
 */
export function useFrameTimeout(onChange: (isAway: boolean) => void): FrameSilence {
  const { api } = useSite();
  const [attempt, setAttempt] = useState(0);
  const [isHeard, setHeard] = useState(false);
  const [problem, setProblem] = useState<PlaybackProblem | null>(null);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });

  useEffect(() => {
    if (isHeard) return;
    let isOver = false;
    let known: PlaybackProblem | null = null;
    let timer = setTimeout(() => void look(), TROUBLE_LOOK_AFTER_MS);

    async function look() {
      const serverAnswers = await withTimeLimit(PROBE_LIMIT_MS, (signal) => api.isThere(signal));
      if (isOver) return;
      // A player from our own server can only be slow when that server responds.
      const found = liveTrouble({
        arrives: serverAnswers,
        serverAnswers,
        isOnline: navigator.onLine,
      });
      if (known !== null && known !== "slow" && found === "slow") {
        setAttempt((number) => number + 1);
        return;
      }
      known = found;
      setProblem(found);
      tell.current(found !== "slow");
      timer = setTimeout(() => void look(), TROUBLE_LOOK_AGAIN_MS);
    }

    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [api, attempt, isHeard]);

  return {
    problem: isHeard ? null : problem,
    attempt,
    hear: () => setHeard(true),
    retry() {
      setProblem(null);
      setAttempt((number) => number + 1);
    },
  };
}
