import { type KeyAction, keyAction, type KeyPress } from "./keyboard.domain.ts";

/** Passes the keys of the whole frame to the player. */
export function obeyKeyboard(onAction: (action: KeyAction) => void): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    const action = keyAction({
      key: event.key,
      hasModifier: event.ctrlKey || event.altKey || event.metaKey,
      focus: focusKind(document.activeElement),
    });
    if (!action) return;
    // Escape stays the browser's own: it leaves fullscreen.
    if (action.do !== "escape") event.preventDefault();
    onAction(action);
  });
}

function focusKind(focused: Element | null): KeyPress["focus"] {
  if (focused instanceof HTMLInputElement) return focused.type === "range" ? "slider" : "text";
  return focused?.matches("button, a, [role^=menuitem]") ? "button" : "none";
}
