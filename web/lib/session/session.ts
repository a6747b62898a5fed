import {
  type AuthChangeEvent,
  type AuthError,
  createClient,
  AuthRetryableFetchError,
  isAuthRetryableFetchError,
  type Session,
  type SupabaseClient,
  type User,
} from "@supabase/supabase-js";
import type { Database } from "#shared/contracts/database.ts";
import { within } from "#shared/within.ts";
import type { Site } from "#web/lib/site.ts";
import { announceStorageChange } from "#web/lib/storage/storage.ts";
import { needsMfa } from "./assurance.ts";
import { backendFetch } from "./backend-fetch.ts";
import { hasStoredSession, sessionText, setSessionBackend } from "./session-flag.ts";
import { createSessionStorage, parseSession } from "./session-storage.ts";

/** Sign-in state of this tab. */
export type SessionState =
  /** Until the first session read or auth event. */
  | { status: "loading" }
  /** `wasEnded`: a user was signed in in this tab, and did not sign out in it. */
  | { status: "signed-out"; wasEnded?: boolean }
  /** Password, link or provider succeeded; nothing is shown before the account's second factor. */
  | { status: "second-step"; user: User; isRecovery: boolean }
  /** `isRecovery`: the session began with a password recovery mail. */
  | { status: "signed-in"; user: User; isRecovery: boolean };

/** The session and its backend client. One per tab. */
export type AccountSession = {
  client: SupabaseClient<Database>;
  /** URL of the backend, also when it is this site. */
  backendUrl: string;
  publishableKey: string;
  current(): SessionState;
  /** Signs out on the user's request: this device alone, or all. @returns the error, or null. */
  leave(scope: "local" | "global"): Promise<AuthError | null>;
  subscribe(onChange: () => void): () => void;
};

/**
 * Site properties that a session needs; without `api` a wrong clock of the device is not detected.
 */
type Backend = Pick<Site, "backendUrl" | "publishableKey"> & { api?: Pick<Site["api"], "getJson"> };

/** Timeout of the auth server for ending sessions everywhere. */
const GLOBAL_LIMIT_MS = 1_500;
/** Timeout of the client, which may still be renewing the session, at a local sign-out. */
const LOCAL_LIMIT_MS = 500;
/** A stored session whose renewal takes longer is shown as it is. */
const LOADING_LIMIT_MS = 5_000;

export const LOADING: SessionState = { status: "loading" };

let opened: AccountSession | null = null;

/**
 * Returns the session of this tab; the first call creates the backend client and reads the stored
 * session.
 */
export function openSession(site: Backend): AccountSession {
  opened ??= createSession(site);
  return opened;
}

/** Resolves with the signed-in user once known, or null. */
export function signedInUser(site: Backend): Promise<User | null> {
  const session = openSession(site);
  return new Promise((resolve) => {
    function look(): void {
      const state = session.current();
      if (state.status === "loading") return;
      stop();
      resolve(state.status === "signed-in" ? state.user : null);
    }
    const stop = session.subscribe(look);
    look();
  });
}

/**
 * Renews the session after the server has rejected its token. The client would keep a token with
 * time left; a session that cannot be renewed ends.
 */
export async function renewSession({ client }: AccountSession): Promise<AuthError | null> {
  const { error } = await client.auth.refreshSession();
  if (error && !isAuthRetryableFetchError(error)) await client.auth.signOut({ scope: "local" });
  return error;
}

/**
 * Signs out everywhere, the client's own default. When the auth server is unreachable, signs out
 * this device alone; other tokens expire.
 */
export async function endSession(session: AccountSession): Promise<void> {
  const error = await session.leave("global");
  if (error) await session.leave("local");
}

function createSession(site: Backend): AccountSession {
  const backendUrl = site.backendUrl || window.location.origin;
  setSessionBackend(backendUrl);
  const storage = createSessionStorage(site.api);
  const client = createClient<Database>(backendUrl, site.publishableKey, {
    auth: { storage, experimental: { recoveryCodes: true } },
    global: { fetch: backendFetch },
  });
  const listeners = new Set<() => void>();
  let state: SessionState = LOADING;
  let isLeaving = false;

  function show(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
    announceStorageChange();
  }
  /** Unreachable is not ended: the client's own renewal continues and reports. */
  function showStored(): void {
    const stored = parseSession(sessionText());
    if (stored) show(openState(state, "INITIAL_SESSION", stored));
  }

  client.auth.onAuthStateChange((event, session) => {
    if (event === "INITIAL_SESSION" && !session && hasStoredSession()) return showStored();
    show(session ? openState(state, event, session) : closedState(state, isLeaving));
  });
  setTimeout(() => {
    if (state.status === "loading") showStored();
  }, LOADING_LIMIT_MS);
  void client.auth.initialize().then(dropTokensFromAddress);

  return {
    client,
    backendUrl,
    publishableKey: site.publishableKey,
    current: () => state,
    async leave(scope) {
      isLeaving = true;
      const limitMs = scope === "local" ? LOCAL_LIMIT_MS : GLOBAL_LIMIT_MS;
      const noAnswer = new AuthRetryableFetchError("No answer", 0);
      const ending = client.auth.signOut({ scope }).then(({ error }) => error);
      const error = await within(limitMs, ending, noAnswer);
      if (scope === "local") {
        storage.removeSession();
        if (state.status !== "signed-out") show({ status: "signed-out" });
      }
      isLeaving = false;
      return scope === "local" && error === noAnswer ? null : error;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
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
