import { type RefObject, useEffect, useRef } from "react";
import { type EmbedMessage, readEmbedMessage } from "#shared/embed/embed-protocol.ts";
import { handlePlayerMessage } from "#web/base/data-saver/handle-player-message.ts";
import { useSite } from "#web/lib/site.ts";
import { FrameProblem } from "./frame-trouble.tsx";
import { useFrameTimeout } from "./use-frame-silence.ts";

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
