import { type AuthError, createClient } from "@supabase/supabase-js";
import type { Database } from "#shared/contracts/database.ts";
import { backendFetch } from "./backend-fetch.ts";
import type { AccountSession } from "./session.ts";

/** A sign-in beside the session of this tab, which stays as it is until the new one takes its place. */
export type SessionBeside = Pick<AccountSession, "client" | "leave"> & {
  /** Puts it in the place of the tab's session, which ends. @returns why that failed. */
  take(): Promise<AuthError | null>;
};

/** Each client needs a name of its own. */
let openedCount = 0;

/** Nothing of it is kept: it goes with whoever made it. */
export function openSecondarySession({
  client: own,
  backendUrl,
  publishableKey,
}: AccountSession): SessionBeside {
  openedCount += 1;
  const client = createClient<Database>(backendUrl, publishableKey, {
    auth: {
      storageKey: `beside-${openedCount}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
    global: { fetch: backendFetch },
  });
  let isTaken = false;
  return {
    client,
    async leave(scope) {
      if (isTaken) return null;
      const { error } = await client.auth.signOut({ scope });
      return error;
    },
    async take() {
      const before = await own.auth.getSession();
      const { data } = await client.auth.getSession();
      const { error } = await own.auth.setSession({
        access_token: data.session?.access_token ?? "",
        refresh_token: data.session?.refresh_token ?? "",
      });
      if (error) return error;
      isTaken = true;
      // One that nobody can end now ends by itself.
      if (before.data.session) {
        await own.auth.admin.signOut(before.data.session.access_token, "local");
      }
      return null;
    },
  };
}
