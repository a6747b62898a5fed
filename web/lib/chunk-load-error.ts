import { isReachable } from "./http/http.ts";

/** Mark of a history entry that was loaded anew for want of code: it is not loaded a second time. */
const MARK = "reloadedForCode";
const TYPED_FIELDS =
  "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])";

/** Whether code of this app did not arrive, in the words of Chromium, Firefox and Safari. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof TypeError && /imported module|module script/i.test(error.message);
}

/**
 * Loads the page anew where code is missing: after an update it has another address, which only a new
 * page knows. Once for each entry of the history, not where the file's place does not answer at all (a
 * connection that fails), and not while somebody has typed something.
 *
 * @returns whether the page is about to go.
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
