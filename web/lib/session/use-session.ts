import { useCallback, useState, useSyncExternalStore } from "react";
import { useSite } from "#web/lib/site.ts";
import { subscribeToStorage } from "#web/lib/storage/storage.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import {
  type AccountSession,
  type Backend,
  openedSession,
  type SessionState,
} from "./account-session.ts";
import { loadSession } from "./load-session.ts";
import { carriesSession, needsSession } from "./needs-session.ts";
import { sessionText } from "./session-flag.ts";
import { isFresh, storedSession } from "./stored-session.ts";

const LOADING: SessionState = { status: "loading" };
const SIGNED_OUT: SessionState = { status: "signed-out" };

/**
 * Returns the session state and follows all auth events. Loads the backend client where a session
 * is stored or the URL carries one; other visitors are signed out without it. Throws while
 * rendering when the client cannot be loaded.
 */
export function useSession(): SessionState {
  return useNeededSession(loadAtOnce, currentState);
}

/**
 * Returns the session state as `useSession`, and the stored session while that needs no renewal: the
 * client then loads with the first use of the page (layout/deferred.tsx).
 */
export function useStoredSession(): SessionState {
  return useNeededSession(loadUnlessStored, storedState);
}

/**
 * Returns the session state as `useSession`, for a part that a page can do without: the client loads
 * once the page is idle, and the state stays "loading" when it cannot be loaded.
 */
export function useSessionWhenIdle(): SessionState {
  return useFollowedSession(loadWhenIdle, ignore, currentState);
}

/** Returns a getter of the session for parts that exist only when it is loaded. */
export function useOpenSession(): () => AccountSession {
  return () => {
    const session = openedSession();
    if (!session) throw new Error("The session is not loaded");
    return session;
  };
}

/** Returns a function that loads the session, for actions on pages that may not have it yet. */
export function useLoadSession(): () => Promise<AccountSession> {
  const site = useSite();
  return () => loadSession(site);
}

type OnFailure = (error: Error) => void;
/** Loads the backend client. @returns a function that cancels a load that has not begun */
type Load = (site: Backend, onFailure: OnFailure) => () => void;

function useNeededSession(load: Load, read: () => SessionState): SessionState {
  const [failure, setFailure] = useState<Error | null>(null);
  const state = useFollowedSession(load, setFailure, read);
  if (failure) throw failure;
  return state;
}

function useFollowedSession(
  load: Load,
  onFailure: OnFailure,
  read: () => SessionState,
): SessionState {
  const site = useSite();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const cancel = needsSession() ? load(site, onFailure) : ignore;
      // Each change of the session is also announced as one of the storage.
      const stop = subscribeToStorage(() => {
        // A session of another tab must not cost this page when the client cannot be loaded.
        if (needsSession() && !openedSession()) load(site, ignore);
        onChange();
      });
      return () => {
        cancel();
        stop();
      };
    },
    [load, onFailure, site],
  );
  return useSyncExternalStore(subscribe, read, () => LOADING);
}

function currentState(): SessionState {
  return openedSession()?.current() ?? (needsSession() ? LOADING : SIGNED_OUT);
}

let lastRead: { text: string | null; state: SessionState } = { text: null, state: LOADING };

/** The client's state; until it has one, that of the session stored before the client was loaded. */
function storedState(): SessionState {
  const state = currentState();
  if (state.status !== "loading") return state;
  const text = sessionText();
  const mayRead = openedSession() === null && !carriesSession(window.location.href);
  if (mayRead && text !== lastRead.text) lastRead = { text, state: stateOfStored() };
  return lastRead.state;
}

function stateOfStored(): SessionState {
  const session = storedSession();
  if (!session || !isFresh(session)) return LOADING;
  return { status: "signed-in", user: session.user, isRecovery: false };
}

function loadUnlessStored(site: Backend, onFailure: OnFailure): () => void {
  return storedState().status === "loading" ? loadAtOnce(site, onFailure) : ignore;
}

function loadAtOnce(site: Backend, onFailure: OnFailure): () => void {
  loadSession(site).catch((error: unknown) => {
    onFailure(error instanceof Error ? error : new Error(String(error)));
  });
  return ignore;
}

/** A link of a mail is followed at once: its page waits for the session. */
function loadWhenIdle(site: Backend, onFailure: OnFailure): () => void {
  if (carriesSession(window.location.href)) return loadAtOnce(site, onFailure);
  return whenIdle(() => void loadAtOnce(site, onFailure));
}

function ignore(): void {
  // The next change or tap tries again.
}
