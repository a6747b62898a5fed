import {
  type EmbedCommand,
  type EmbedMessage,
  readEmbedCommand,
} from "#shared/embed/embed-protocol.ts";

/** Sends messages to the parent page. */
export type ParentLink = { send(message: EmbedMessage): void };

/**
 * Connects an embed page with its parent: messages go to the parent's origin only, commands are
 * accepted from that window only, and both only for a known origin. Outside of a frame
 * messages are dropped. @param allowedOrigins origins besides our own.
 */
export function connectParent(
  allowedOrigins: readonly string[],
  onCommand: (command: EmbedCommand) => void,
): ParentLink {
  if (window.parent === window) return { send: () => undefined };
  const isKnown = (origin: string) =>
    origin === window.location.origin || allowedOrigins.includes(origin);

  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || !isKnown(event.origin)) return;
    const command = readEmbedCommand(event.data);
    if (command) onCommand(command);
  });

  const target = parentOrigin();
  return {
    send(message) {
      if (isKnown(target)) window.parent.postMessage(message, target);
    },
  };
}

/** Firefox has no ancestorOrigins; its referrer names the page that made the frame. */
function parentOrigin(): string {
  const [nearest] = window.location.ancestorOrigins ?? [];
  if (nearest !== undefined) return nearest;
  return document.referrer === "" ? window.location.origin : new URL(document.referrer).origin;
}
