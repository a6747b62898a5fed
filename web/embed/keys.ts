import { type KeyAction, keyAction, type KeyPress } from "./keyboard.domain.ts";

/**
 * Passes the keys of the whole frame to the player. A focused button keeps Space and Enter; it only
 * has focus when the visitor reached it by keyboard, because the mouse gives it none.
 */
export function handleKeyboard(onAction: (action: KeyAction) => void): void {
  document.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    const action = keyAction({
      key: event.key,
      hasModifier: event.ctrlKey || event.altKey || event.metaKey,
      focus: focusKind(document.activeElement),
    });
    if (!action) return;
    // Escape stays with the browser: it leaves fullscreen.
    if (action.do !== "escape") event.preventDefault();
    onAction(action);
  });
}

/** Handles a key forwarded by the parent page, which has kept its own controls' keys. */
export function handleForwardedKey(key: string, onAction: (action: KeyAction) => void): void {
  const action = keyAction({ key, hasModifier: false, focus: "none" });
  if (action) onAction(action);
}

function focusKind(focused: Element | null): KeyPress["focus"] {
  if (focused instanceof HTMLInputElement) return focused.type === "range" ? "slider" : "text";
  return focused?.matches("button, a, [role^=menuitem]") ? "button" : "none";
}
