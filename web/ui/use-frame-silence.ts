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
  /** What keeps the player away; null while there is no reason to say anything. */
  trouble: PlaybackProblem | null;
  /** Changes with every new try: the key of the frame. */
  attempt: number;
  /** The frame has said something: from now on it speaks for itself. */
  hear: () => void;
  retry: () => void;
};

/**
 * Looks after a frame whose player says nothing: it was not loaded, or is not yet. Once the server that
 * did not answer is there again, the frame is loaded anew by itself.
 *
 * @param onChange told when words appear, with whether the server cannot be reached, and when they go.
 */
export function useFrameTimeout(onChange: (isAway: boolean) => void): FrameSilence {
  const { api } = useSite();
  const [attempt, setAttempt] = useState(0);
  const [isHeard, setHeard] = useState(false);
  const [trouble, setTrouble] = useState<PlaybackProblem | null>(null);
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
      // A player that our own server sends can only be slow where that server answers.
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
      setTrouble(found);
      tell.current(found !== "slow");
      timer = setTimeout(() => void look(), TROUBLE_LOOK_AGAIN_MS);
    }

    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [api, attempt, isHeard]);

  return {
    trouble: isHeard ? null : trouble,
    attempt,
    hear: () => setHeard(true),
    retry() {
      setTrouble(null);
      setAttempt((number) => number + 1);
    },
  };
}
