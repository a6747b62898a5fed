import {
  type AuthChangeEvent,
  AuthRetryableFetchError,
  createClient,
  type Session,
} from "@supabase/supabase-js";
import type { Database } from "#shared/contracts/database.ts";
import { within } from "#shared/within.ts";
import { announceStorageChange } from "#web/lib/storage/storage.ts";
import { createStore } from "#web/lib/store.ts";
import {
  type AccountSession,
  type Backend,
  openedSession,
  type SessionState,
  setOpenedSession,
} from "./account-session.ts";
import { needsMfa } from "./assurance.ts";
import { backendFetch } from "./backend-fetch.ts";
import { openSecondarySession } from "./secondary-session.ts";
import { hasStoredSession, sessionText, setSessionBackend } from "./session-flag.ts";
import { createSessionStorage } from "./session-storage.ts";
import { parseSession } from "./stored-session.ts";

/** Timeout of the auth server for ending sessions everywhere. */
const GLOBAL_LIMIT_MS = 1_500;
/** Timeout of the client, which may still be renewing the session, at a local sign-out. */
const LOCAL_LIMIT_MS = 500;
/** A stored session whose renewal takes longer is shown as it is. */
const LOADING_LIMIT_MS = 5_000;

/**
 * Returns the session of this tab; the first call creates the backend client and reads the stored
 * session.
 */
export function openSession(site: Backend): AccountSession {
  const session = openedSession() ?? createSession(site);
  setOpenedSession(session);
  return session;
}

function createSession(site: Backend): AccountSession {
  const backendUrl = site.backendUrl || window.location.origin;
  setSessionBackend(backendUrl);
  const storage = createSessionStorage(site.api);
  const client = createClient<Database>(backendUrl, site.publishableKey, {
    auth: { storage, experimental: { recoveryCodes: true } },
    global: { fetch: backendFetch },
  });
  const { read: current, set, subscribe } = createStore<SessionState>({ status: "loading" });
  let isLeaving = false;

  function show(next: SessionState): void {
    set(next);
    announceStorageChange();
  }
  /** Unreachable is not ended: the client's own renewal continues and reports. */
  function showStored(): void {
    const stored = parseSession(sessionText());
    if (stored) show(openState(current(), "INITIAL_SESSION", stored));
  }

  client.auth.onAuthStateChange((event, session) => {
    if (event === "INITIAL_SESSION" && !session && hasStoredSession()) return showStored();
    show(session ? openState(current(), event, session) : closedState(current(), isLeaving));
  });
  setTimeout(() => {
    if (current().status === "loading") showStored();
  }, LOADING_LIMIT_MS);
  void client.auth.initialize().then(dropTokensFromAddress);

  const own = { client, backendUrl, publishableKey: site.publishableKey };
  return {
    ...own,
    current,
    subscribe,
    openSecondary: () => openSecondarySession(own),
    async leave(scope) {
      isLeaving = true;
      const limitMs = scope === "local" ? LOCAL_LIMIT_MS : GLOBAL_LIMIT_MS;
      const noAnswer = new AuthRetryableFetchError("No answer", 0);
      const ending = client.auth.signOut({ scope }).then(({ error }) => error);
      const error = await within(limitMs, ending, noAnswer);
      if (scope === "local") {
        storage.removeSession();
        if (current().status !== "signed-out") show({ status: "signed-out" });
      }
      isLeaving = false;
      return scope === "local" && error === noAnswer ? null : error;
    },
  };
}

function closedState(before: SessionState, isLeaving: boolean): SessionState {
  const wasThere = before.status === "signed-in" || before.status === "second-step";
  return { status: "signed-out", wasEnded: wasThere && !isLeaving };
}

function openState(before: SessionState, event: AuthChangeEvent, session: Session): SessionState {
  const wasRecovery = "isRecovery" in before && before.isRecovery;
  const isRecovery = event === "PASSWORD_RECOVERY" || (wasRecovery && event !== "USER_UPDATED");
  const status = needsMfa(session) ? "second-step" : "signed-in";
  return { status, user: session.user, isRecovery };
}

/** Removes a link's tokens and errors from the URL once they are read. */
function dropTokensFromAddress(): void {
  const { href, pathname, search, hash } = window.location;
  if (hash === "" && !href.endsWith("#")) return;
  if (!/^#?$|access_token=|error_description=/.test(hash)) return;
  window.history.replaceState(window.history.state, "", `${pathname}${search}`);
}
