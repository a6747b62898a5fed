import type { UserEvent } from "@testing-library/user-event";

/** Puts a text into a field in place of what it holds. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  if (text !== "") await user.paste(text);
}

/** What an element is described by, as a screen reader says it. */
export function descriptionOf(element: HTMLElement): string {
  const ids = (element.getAttribute("aria-describedby") ?? "").split(" ");
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? "");
  return texts.join(" ").trim();
}

/** The text of an element as it is read: without runs of blanks, but with its no-break spaces. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replaceAll(/[ \t\r\n]+/g, " ").trim();
}
