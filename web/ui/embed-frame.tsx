import {
  type PlaybackProblem,
  liveTrouble,
  PROBE_LIMIT_MS,
  TROUBLE_LOOK_AFTER_MS,
  TROUBLE_LOOK_AGAIN_MS,
} from "#shared/live/playback-problem.domain.ts";
import { playbackProblemMessages } from "#shared/messages/playback-problem.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "./button-style.ts";
import { useEffect, useRef, useState, type RefObject } from "react";
import { withTimeLimit } from "#shared/time-limit.ts";
import { type EmbedMessage, readEmbedMessage } from "#shared/embed/embed-protocol.ts";
import { handlePlayerMessage } from "#web/base/data-saver/handle-player-message.ts";

type FrameProblemProps = { problem: PlaybackProblem; onRetry: () => void };

/** Reason for an empty player frame, shown by the page because the player never loaded. */
export function FrameProblem({ problem, onRetry }: FrameProblemProps) {
  const texts = useTexts(playbackProblemMessages);
  const [title, text] =
    problem === "offline"
      ? [texts.offlineTitle, texts.offlineText]
      : problem === "server"
        ? [texts.serverTitle, texts.serverText]
        : [texts.slowTitle, texts.slowText];
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-[#0a0716] p-4 text-center text-white"
    >
      <p className="text-lg font-bold sm:text-2xl">{title}</p>
      <p className="max-w-prose text-sm">{text}</p>
      <button type="button" className={buttonStyle("brand")} onClick={onRetry}>
        {texts.tryAgain}
      </button>
    </div>
  );
}

type FrameSilence = {
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
function useFrameTimeout(onChange: (isAway: boolean) => void): FrameSilence {
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

type EmbedFrameProps = {
  /** Path on the embed origin, for example "/embed/channel/english?autoplay=1". */
  path: string;
  title: string;
  className?: string;
  /** Messages of the player inside; only from this very frame and of the protocol. */
  onMessage?: (message: EmbedMessage) => void;
  /**
   * Called when a text replaces a player that fails to load; `isAway` when the server is
   * unreachable.
   */
  onProblem?: (isAway: boolean) => void;
  /** For callers that send commands into the frame. */
  frameRef?: RefObject<HTMLIFrameElement | null>;
};

/**
 * A frame with one of our embed pages, which holds every player. When it fails to load, it shows
 * the reason and reloads once the server responds.
 */
export function EmbedFrame(props: EmbedFrameProps) {
  const { path, title, className, onMessage, onProblem, frameRef } = props;
  const { embedOrigin } = useSite();
  const ownRef = useRef<HTMLIFrameElement>(null);
  const ref = frameRef ?? ownRef;
  const silence = useFrameTimeout((isAway) => onProblem?.(isAway));
  const handlerRef = useRef(onMessage);

  useEffect(() => {
    handlerRef.current = (message) => {
      silence.hear();
      onMessage?.(message);
    };
  });

  useEffect(() => {
    function handleMessage(event: MessageEvent<unknown>) {
      if (event.source !== ref.current?.contentWindow) return;
      const origin = embedOrigin || window.location.origin;
      if (event.origin !== origin) return;
      const message = readEmbedMessage(event.data);
      if (!message) return;
      handlePlayerMessage(message, (command) =>
        ref.current?.contentWindow?.postMessage(command, origin),
      );
      handlerRef.current?.(message);
    }
    window.addEventListener("message", handleMessage);
    return () => window.removeEventListener("message", handleMessage);
  }, [embedOrigin, ref]);

  return (
    <>
      <iframe
        key={silence.attempt}
        ref={ref}
        src={`${embedOrigin}${path}`}
        title={title}
        className={className}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      {silence.problem && <FrameProblem problem={silence.problem} onRetry={silence.retry} />}
    </>
  );
}
