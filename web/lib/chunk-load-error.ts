import { isReachable } from "./http/http.ts";

/** Marks a history entry that was already reloaded after a chunk load error. */
const MARK = "reloadedForCode";
const TYPED_FIELDS =
  "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])";

/** Returns true for a failed dynamic import, by the messages of Chromium, Firefox and Safari. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof TypeError && /imported module|module script/i.test(error.message);
}

/**
 * Reloads the page after a chunk load error: after an update the code has another URL, which only a
 * new page knows. Once for each history entry, not while the file's host is unreachable, and not
 * while the user has typed text. @returns true when the page is about to reload.
 */
export async function reloadOnChunkError(error: unknown): Promise<boolean> {
  const { history, location } = window;
  const state: unknown = history.state;
  const known = typeof state === "object" && state !== null ? state : {};
  if (!isChunkLoadError(error) || MARK in known || hasTyped()) return false;
  // Safari does not name the file.
  const file = /https?:\S+/.exec(String(error))?.[0];
  if (!(await isReachable(file))) return false;
  history.replaceState({ ...known, [MARK]: true }, "");
  location.reload();
  return true;
}

function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(TYPED_FIELDS);
  return [...fields].some(({ value }) => value !== "");
}
