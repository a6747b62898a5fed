import {
  type AuthChangeEvent,
  type AuthError,
  createClient,
  isAuthRetryableFetchError,
  type Session,
  type SupabaseClient,
  type User,
} from "@supabase/supabase-js";
import type { Database } from "#shared/contracts/database.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import { needsMfa } from "./assurance.ts";
import { hasStoredSession } from "./session-flag.ts";
import type { Site } from "#web/lib/site.ts";
import {
  announceStorageChange,
  readText,
  removeStored,
  writeText,
} from "#web/lib/storage/storage.ts";

/** Who is signed in in this tab. */
export type SessionState =
  /** Until the first session read or auth event. */
  | { status: "loading" }
  /** `wasEnded`: somebody was signed in in this tab, and did not leave in it. */
  | { status: "signed-out"; wasEnded?: boolean }
  /** Password, link or provider were right; nothing is shown before the account's second proof. */
  | { status: "second-step"; user: User; isRecovery: boolean }
  /** `isRecovery`: the session began with the mail for a forgotten password. */
  | { status: "signed-in"; user: User; isRecovery: boolean };

/** The session and the backend client that carries it. One per tab. */
export type AccountSession = {
  client: SupabaseClient<Database>;
  /** Address of the backend, also when it is this site. */
  backendUrl: string;
  publishableKey: string;
  current(): SessionState;
  /** Signs out because somebody here wants it: this device alone, or all. @returns why it failed. */
  leave(scope: "local" | "global"): Promise<AuthError | null>;
  subscribe(onChange: () => void): () => void;
};

export const LOADING: SessionState = { status: "loading" };

let opened: AccountSession | null = null;

/** The session of this tab; the first call makes the backend client and reads what is stored. */
export function openSession(site: Pick<Site, "backendUrl" | "publishableKey">): AccountSession {
  opened ??= createSession(site);
  return opened;
}

/** Who is signed in once that is known, or null. */
export function signedInUser(
  site: Pick<Site, "backendUrl" | "publishableKey">,
): Promise<User | null> {
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
 * After the server has refused a token: renews it. The client keeps a session whose token has time
 * left; here the server knows better, so a session that cannot be renewed ends.
 */
export async function renewSession({ client }: AccountSession): Promise<AuthError | null> {
  const { error } = await client.auth.refreshSession();
  if (error && !isAuthRetryableFetchError(error)) await client.auth.signOut({ scope: "local" });
  return error;
}

/**
 * Signs out everywhere, the client's own default. Where the service cannot be reached this device is
 * signed out alone; its tokens end by themselves.
 */
export async function endSession(session: AccountSession): Promise<void> {
  const error = await session.leave("global");
  if (error) await session.leave("local");
}

function createSession(site: Pick<Site, "backendUrl" | "publishableKey">): AccountSession {
  const backendUrl = site.backendUrl || window.location.origin;
  const client = createClient<Database>(backendUrl, site.publishableKey, {
    auth: { storage: sessionStore(), experimental: { recoveryCodes: true } },
    global: { fetch: browserFetch },
  });
  const listeners = new Set<() => void>();
  let state: SessionState = LOADING;
  let isLeaving = false;

  function show(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
    announceStorageChange();
  }

  client.auth.onAuthStateChange((event, session) => {
    // Unreachable now, not ended: the client's own refresh goes on and reports.
    if (event === "INITIAL_SESSION" && !session && hasStoredSession()) return;
    show(session ? openState(state, event, session) : closedState(state, isLeaving));
  });
  void client.auth.initialize().then(dropTokensFromAddress);

  return {
    client,
    backendUrl,
    publishableKey: site.publishableKey,
    current: () => state,
    async leave(scope) {
      isLeaving = true;
      const { error } = await client.auth.signOut({ scope }).finally(() => {
        isLeaving = false;
      });
      return error;
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

/** Storage for the client that lasts as long as the tab where the browser keeps nothing. */
function sessionStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? readText(key),
    setItem(key: string, value: string) {
      if (writeText(key, value)) kept.delete(key);
      else kept.set(key, value);
    },
    removeItem(key: string) {
      kept.delete(key);
      removeStored(key);
    },
  };
}

/** A link's tokens and errors have been read; they do not stay in the address. */
function dropTokensFromAddress(): void {
  const { href, pathname, search, hash } = window.location;
  if (hash === "" && !href.endsWith("#")) return;
  if (!/^#?$|access_token=|error_description=/.test(hash)) return;
  window.history.replaceState(window.history.state, "", `${pathname}${search}`);
}
