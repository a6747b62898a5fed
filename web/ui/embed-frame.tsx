import { type RefObject, useEffect, useRef } from "react";
import { type EmbedMessage, readEmbedMessage } from "#shared/embed/embed-protocol.ts";
import { answerPlayer } from "#web/base/data-saver/handle-player-message.ts";
import { useSite } from "#web/lib/site.ts";

type EmbedFrameProps = {
  /** Path on the embed origin, for example "/embed/channel/english?autoplay=1". */
  path: string;
  title: string;
  className?: string;
  /** What the player inside says; only from this very frame and in the protocol's shape. */
  onMessage?: (message: EmbedMessage) => void;
  /** For callers that send commands into the frame. */
  frameRef?: RefObject<HTMLIFrameElement | null>;
};

/** A frame with one of our embed pages. Every player, own or foreign, lives in one. */
export function EmbedFrame({ path, title, className, onMessage, frameRef }: EmbedFrameProps) {
  const { embedOrigin } = useSite();
  const ownRef = useRef<HTMLIFrameElement>(null);
  const ref = frameRef ?? ownRef;
  const handlerRef = useRef(onMessage);

  useEffect(() => {
    handlerRef.current = onMessage;
  });

  useEffect(() => {
    function handleMessage(event: MessageEvent<unknown>) {
      if (event.source !== ref.current?.contentWindow) return;
      const origin = embedOrigin || window.location.origin;
      if (event.origin !== origin) return;
      const message = readEmbedMessage(event.data);
      if (!message) return;
      answerPlayer(message, (command) => ref.current?.contentWindow?.postMessage(command, origin));
      handlerRef.current?.(message);
    }
    window.addEventListener("message", handleMessage);
    return () => window.removeEventListener("message", handleMessage);
  }, [embedOrigin, ref]);

  return (
    <iframe
      ref={ref}
      src={`${embedOrigin}${path}`}
      title={title}
      className={className}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
