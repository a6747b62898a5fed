import { useCallback, useSyncExternalStore } from "react";
import { type AccountSession, LOADING, openSession, type SessionState } from "./session.ts";
import { useSite } from "#web/lib/site.ts";

/**
 * Returns the session state and follows all auth events. For lazy pages: it loads the backend
 * client.
 */
export function useSession(): SessionState {
  const site = useSite();
  const subscribe = useCallback(
    (onChange: () => void) => openSession(site).subscribe(onChange),
    [site],
  );
  return useSyncExternalStore(
    subscribe,
    () => openSession(site).current(),
    () => LOADING,
  );
}

/** Returns a getter of the session for event handlers and queries; browser only. */
export function useOpenSession(): () => AccountSession {
  const site = useSite();
  return () => openSession(site);
}
