import type { User } from "@supabase/supabase-js";
import { importAgain } from "#web/lib/import-again.ts";
import { type AccountSession, type Backend, openedSession } from "./account-session.ts";

const importSession = importAgain(() => import("./session.ts"));

/**
 * Loads the backend client, which most visitors never need, and returns this tab's session. After a
 * failure the next call loads it again. @throws the browser's error of a failed import
 */
export async function loadSession(site: Backend): Promise<AccountSession> {
  return openedSession() ?? (await importSession()).openSession(site);
}

/** Resolves with the signed-in user once known, or null. */
export async function signedInUser(site: Backend): Promise<User | null> {
  const session = await loadSession(site);
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
