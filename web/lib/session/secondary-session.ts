import { createClient } from "@supabase/supabase-js";
import type { Database } from "#shared/contracts/database.ts";
import { backendFetch } from "./backend-fetch.ts";
import type { AccountSession, SecondarySession } from "./account-session.ts";

/** Each client needs its own storage key. */
let openedCount = 0;

/** Opens a session in memory only; it ends with its creator. */
export function openSecondarySession({
  client: own,
  backendUrl,
  publishableKey,
}: Pick<AccountSession, "client" | "backendUrl" | "publishableKey">): SecondarySession {
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
      // A session that can no longer be ended here expires by itself.
      if (before.data.session) {
        await own.auth.admin.signOut(before.data.session.access_token, "local");
      }
      return null;
    },
  };
}
