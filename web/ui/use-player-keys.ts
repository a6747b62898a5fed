import { type RefObject, useEffect } from "react";
import { type EmbedCommand, isPlayerKey } from "#shared/embed/embed-protocol.ts";
import { useSite } from "#web/lib/site.ts";

/** What keeps the Space key for itself: everything that is pressed or written in by keyboard. */
const KEEPS_SPACE = "button, a, input, textarea, select";

/**
 * Gives the keys of a player to the one in a frame, wherever focus is on the page around it. A button
 * with focus keeps Space and Enter: that is how it is pressed. It only has focus when somebody has
 * reached it by keyboard, because here the mouse gives it none (as everywhere in Safari).
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
        // A frame of another origin may fill the screen only by this page's leave.
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
 * Focuses a dialog's player, or the button that starts it, once it is there. A remote control moves
 * focus by itself and would not get out of a frame.
 */
export function focusPlayer(place: HTMLElement | null): void {
  if (document.documentElement.classList.contains("remote")) return;
  place?.querySelector<HTMLElement>("iframe, button")?.focus();
}
