import { type RefObject, useEffect } from "react";

const CONTROLS = "input, textarea, select, button";
/** Inputs that hold no text to be read or copied. */
const CHOICES: readonly string[] = ["radio", "checkbox", "file"];

/**
 * Makes everything in a form that would write stand still, whatever its fields are made of: texts can be read,
 * selected and copied, other controls are disabled.
 */
export function useReadOnly(form: RefObject<HTMLElement | null>, isReadOnly: boolean): void {
  useEffect(() => {
    const fields = form.current;
    if (!isReadOnly || fields === null) return undefined;
    const undo: (() => void)[] = [];
    function still(): void {
      for (const control of fields?.querySelectorAll(CONTROLS) ?? [])
        undo.push(stillControl(control));
    }
    const watching = new MutationObserver(still);
    watching.observe(fields, { childList: true, subtree: true });
    still();
    return () => {
      watching.disconnect();
      for (const undoOne of undo) undoOne();
    };
  }, [form, isReadOnly]);
}

/** @returns what makes the control as it was. */
function stillControl(control: Element): () => void {
  const isText =
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && !CHOICES.includes(control.type));
  const attribute = isText ? "readonly" : "disabled";
  if (control.hasAttribute(attribute)) return () => undefined;
  control.setAttribute(attribute, "");
  return () => control.removeAttribute(attribute);
}
