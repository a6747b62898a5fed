import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { readText, subscribeToStorage } from "#web/lib/storage/storage.ts";

/** The fields of a stored session that pages read. */
export const sessionSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_at: v.number(),
  user: v.object({ id: v.string() }),
});

let backendUrl = "";
let heldText: string | null = null;

/** Sets the backend before a page renders: sessions of another project do not count. */
export function setSessionBackend(url: string): void {
  backendUrl = url;
}

/** Returns the storage key of this backend's session. */
export function sessionKey(): string {
  const [project] = new URL(backendUrl || window.location.origin).hostname.split(".");
  return `sb-${project}-auth-token`;
}

/**
 * Holds a session that the browser cannot store for the life of the tab; null when it is stored or
 * gone.
 */
export function holdSession(text: string | null): void {
  heldText = text;
}

/** Returns the session's text, held or stored. */
export function sessionText(): string | null {
  return heldText ?? readText(sessionKey());
}

/**
 * Returns true when this browser stores a session, which may have expired. False during hydration.
 * The only session state that every page has without the backend client.
 */
export function useSessionFlag(): boolean {
  return useSyncExternalStore(subscribeToStorage, hasStoredSession, () => false);
}

/**
 * Returns true when this browser stores a session, or this tab holds one; a damaged entry does not
 * count.
 */
export function hasStoredSession(): boolean {
  const text = sessionText();
  // Validating nothing would cost a slow phone milliseconds in each of its many calls.
  return text !== null && v.is(sessionSchema, parseJson(text));
}
