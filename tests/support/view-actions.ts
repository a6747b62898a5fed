import { waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Replaces the text of a field. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  if (text !== "") await user.paste(text);
}

/** Returns an element's description, as a screen reader reads it. */
export function descriptionOf(element: HTMLElement): string {
  const ids = (element.getAttribute("aria-describedby") ?? "").split(" ");
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? "");
  return texts.join(" ").trim();
}

/** Returns the text of an element with collapsed spaces, but with its no-break spaces. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replaceAll(/[ \t\r\n]+/g, " ").trim();
}

/** Waits for the first toast that is no failure: not a role, but the region around it speaks it. */
export function findToast(): Promise<Element> {
  return waitFor(() => {
    const toast = document.querySelector("[data-toasts] > [aria-live] > *");
    if (!toast) throw new Error("No toast");
    return toast;
  });
}
