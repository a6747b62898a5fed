import { useSyncExternalStore } from "react";
import { storedKeys, subscribeToStorage } from "#web/lib/storage/storage.ts";

/** The key under which the backend client keeps a session. */
export const SESSION_KEY = /^sb-.+-auth-token$/;

/** An address that the mails lead to: it brings a session, or says why not. */
const AUTH_ADDRESS = /[#?&](?:access_token|code|error_description)=/;

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

/** Whether this browser keeps a session. */
export function hasStoredSession(): boolean {
  return storedKeys().some((key) => SESSION_KEY.test(key));
}
