import { type RefObject, useEffect } from "react";
import { type EmbedCommand, isPlayerKey } from "#shared/embed/embed-protocol.ts";
import { useSite } from "#web/lib/site.ts";

/** Elements that use the Space key themselves: keyboard controls and text fields. */
const KEEPS_SPACE = "button, a, input, textarea, select";

/**
 * Forwards player keys to the frame's player from anywhere on the page. A focused button keeps
 * Space and Enter; it only has focus when the visitor reached it by keyboard, because here the
 * mouse gives it none (as in Safari).
 */
export function usePlayerKeys(frame: RefObject<HTMLIFrameElement | null>): void {
  const { embedOrigin } = useSite();
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { key, defaultPrevented, ctrlKey, altKey, metaKey } = event;
      const target = frame.current?.contentWindow;
      if (!target || defaultPrevented || ctrlKey || altKey || metaKey || !isPlayerKey(key)) return;
      if (key === " " && document.activeElement?.matches(KEEPS_SPACE)) return;
      event.preventDefault();
      const command: EmbedCommand = { v: 1, c: "key", key };
      const options: WindowPostMessageOptions & { delegate?: string } = {
        targetOrigin: embedOrigin || window.location.origin,
        // A frame of another origin needs this page's permission for fullscreen.
        ...(key.toLowerCase() === "f" && { delegate: "fullscreen" }),
      };
      target.postMessage(command, options);
    }
    function handleMouse(event: MouseEvent) {
      if (event.target instanceof Element && event.target.closest("button")) {
        event.preventDefault();
      }
    }
    document.addEventListener("keydown", handleKey);
    document.addEventListener("mousedown", handleMouse);
    return () => {
      document.removeEventListener("keydown", handleKey);
      document.removeEventListener("mousedown", handleMouse);
    };
  }, [embedOrigin, frame]);
}

/**
 * Focuses a dialog's player, or its start button, once it is rendered. Spatial navigation moves
 * focus by itself and could not leave a frame.
 */
export function focusPlayer(place: HTMLElement | null): void {
  if (document.documentElement.classList.contains("remote")) return;
  place?.querySelector<HTMLElement>("iframe, button")?.focus();
}
