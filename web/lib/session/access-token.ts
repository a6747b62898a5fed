import { type Backend, openedSession } from "./account-session.ts";
import { loadSession } from "./load-session.ts";
import { isFresh, storedSession } from "./stored-session.ts";

/** Token of the signed-in user, for calls to the backend. */
export type AccessToken = { userId: string; token: string };

/**
 * Returns the signed-in user's token; null when signed out. Loads the backend client only where the
 * stored session needs a renewal. @throws the browser's error of a failed import
 */
export async function accessToken(site: Backend): Promise<AccessToken | null> {
  const stored = openedSession() ? null : storedSession();
  const session = stored && isFresh(stored) ? stored : await renewedSession(site);
  return session && { userId: session.user.id, token: session.access_token };
}

async function renewedSession(site: Backend) {
  const { client } = await loadSession(site);
  return (await client.auth.getSession()).data.session;
}
