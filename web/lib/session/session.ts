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
  | { status: "signed-out" }
  /** `isRecovery`: the session began with the mail for a forgotten password. */
  | { status: "signed-in"; user: User; isRecovery: boolean };

/** The session and the backend client that carries it. One per tab. */
export type AccountSession = {
  client: SupabaseClient<Database>;
  /** Address of the backend, also when it is this site. */
  backendUrl: string;
  publishableKey: string;
  current(): SessionState;
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
export async function endSession({ client }: AccountSession): Promise<void> {
  const { error } = await client.auth.signOut();
  if (error) await client.auth.signOut({ scope: "local" });
}

function createSession(site: Pick<Site, "backendUrl" | "publishableKey">): AccountSession {
  const backendUrl = site.backendUrl || window.location.origin;
  const client = createClient<Database>(backendUrl, site.publishableKey, {
    auth: { storage: sessionStore() },
    global: { fetch: browserFetch },
  });
  const listeners = new Set<() => void>();
  let state: SessionState = LOADING;

  function show(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
    announceStorageChange();
  }

  client.auth.onAuthStateChange((event, session) => {
    // Unreachable now, not ended: the client's own refresh goes on and reports.
    if (event === "INITIAL_SESSION" && !session && hasStoredSession()) return;
    show(nextState(state, event, session));
  });
  void client.auth.initialize().then(dropTokensFromAddress);

  return {
    client,
    backendUrl,
    publishableKey: site.publishableKey,
    current: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

function nextState(
  before: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
): SessionState {
  if (!session) return { status: "signed-out" };
  const wasRecovery = before.status === "signed-in" && before.isRecovery;
  const isRecovery = event === "PASSWORD_RECOVERY" || (wasRecovery && event !== "USER_UPDATED");
  return { status: "signed-in", user: session.user, isRecovery };
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
