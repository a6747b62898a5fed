import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { parseJson } from "#shared/parse-json.ts";
import { readText, subscribeToStorage } from "#web/lib/storage/storage.ts";

/** An address that the mails lead to: it brings a session, or says why not. */
const AUTH_ADDRESS = /[#?&](?:access_token|code|error_description)=/;

/** A session as the backend client keeps it, as far as pages look into it. */
export const sessionSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_at: v.number(),
  user: v.object({ id: v.string() }),
});

let backendUrl = "";
let heldText: string | null = null;

/** Names the backend, before a page is shown: a session of another project does not count here. */
export function setSessionBackend(url: string): void {
  backendUrl = url;
}

/** The key under which the backend client keeps a session of this backend. */
export function sessionKey(): string {
  const [project] = new URL(backendUrl || window.location.origin).hostname.split(".");
  return `sb-${project}-auth-token`;
}

/** Holds a session that the browser refuses to keep, as long as the tab; null where it is kept or gone. */
export function holdSession(text: string | null): void {
  heldText = text;
}

/** The text of the session, held or kept. */
export function sessionText(): string | null {
  return heldText ?? readText(sessionKey());
}

/**
 * Whether this browser keeps a session; it may turn out to have ended. False while the server's markup
 * is taken over. The one thing that every page knows about the visitor without the backend client.
 */
export function useSessionFlag(): boolean {
  return useSyncExternalStore(subscribeToStorage, hasStoredSession, () => false);
}

/** Whether the backend client has something to do: a stored session, or an address with one. */
export function useNeedsSession(): boolean {
  return useSyncExternalStore(
    subscribeToStorage,
    () => hasStoredSession() || bringsSession(window.location.href),
    () => false,
  );
}

/** Whether an address brings a session, as those in our mails do, or says why not. */
export function bringsSession(address: string): boolean {
  return AUTH_ADDRESS.test(address);
}

/** Whether this browser keeps a session, or this tab holds one; a damaged entry does not count. */
export function hasStoredSession(): boolean {
  return v.is(sessionSchema, parseJson(sessionText() ?? ""));
}
