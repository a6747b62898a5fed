import type { AuthError, SupabaseClient, User } from "@supabase/supabase-js";
import type { Database } from "#shared/contracts/database.ts";
import type { Site } from "#web/lib/site.ts";
import { isUnanswered } from "./client-errors.ts";

/**
 * Site properties that a session needs; without `api` a wrong clock of the device is not detected.
 */
export type Backend = Pick<Site, "backendUrl" | "publishableKey"> & {
  api?: Pick<Site["api"], "getJson">;
};

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
  /** Opens a session in memory only, next to this one; it ends with its creator. */
  openSecondary(): SecondarySession;
  subscribe(onChange: () => void): () => void;
};

/** A sign-in next to the tab's session, which it can replace. */
export type SecondarySession = Pick<AccountSession, "client" | "leave"> & {
  /** Replaces the tab's session, which ends. @returns the error, or null. */
  take(): Promise<AuthError | null>;
};

let opened: AccountSession | null = null;

/** Returns this tab's session; null before the backend client is loaded. */
export function openedSession(): AccountSession | null {
  return opened;
}

/** Sets this tab's session, once. */
export function setOpenedSession(session: AccountSession): void {
  opened = session;
}

/**
 * Renews the session after the server has rejected its token. The client would keep a token with
 * time left; a session that cannot be renewed ends.
 */
export async function renewSession({ client }: AccountSession): Promise<AuthError | null> {
  const { error } = await client.auth.refreshSession();
  if (error && !isUnanswered(error)) await client.auth.signOut({ scope: "local" });
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
