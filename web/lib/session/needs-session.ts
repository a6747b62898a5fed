import { useSyncExternalStore } from "react";
import { subscribeToStorage } from "#web/lib/storage/storage.ts";
import { hasStoredSession } from "./session-flag.ts";

/** URL of an auth mail: it carries a session or an error. */
const AUTH_ADDRESS = /[#?&](?:access_token|code|error_description)=/;

/** Returns true when the backend client is needed: a stored session, or a URL with one. */
export function needsSession(): boolean {
  return hasStoredSession() || carriesSession(window.location.href);
}

/** Returns `needsSession` and follows it. False during hydration. */
export function useNeedsSession(): boolean {
  return useSyncExternalStore(subscribeToStorage, needsSession, () => false);
}

/** Returns true when a URL carries a session or an auth error, as those in auth mails do. */
export function carriesSession(address: string): boolean {
  return AUTH_ADDRESS.test(address);
}
