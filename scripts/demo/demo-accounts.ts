import type { SupabaseClient } from "@supabase/supabase-js";
import { setAdminRole } from "#scripts/commands/admin-role.ts";

/** Known to whoever reads this file: the demonstration listens on this machine only. */
export const DEMO_PASSWORD = "green pastures 23";

/** Accounts of the demonstration. */
export const DEMO_ACCOUNTS = [
  { email: "member@reign-tv.example", fullName: "Ruth Moyo", isAdmin: false },
  { email: "admin@reign-tv.example", fullName: "Samuel Dube", isAdmin: true },
] as const;

/**
 * Makes the accounts of the demonstration; those that are there stay as they are.
 *
 * @param client holds the secret key
 * @throws AuthError of the service for another refusal than an existing account
 */
export async function makeDemoAccounts(client: SupabaseClient): Promise<void> {
  for (const { email, fullName, isAdmin } of DEMO_ACCOUNTS) {
    const { error } = await client.auth.admin.createUser({
      email,
      password: DEMO_PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: fullName },
    });
    if (error && error.code !== "email_exists") throw error;
    if (isAdmin) await setAdminRole(client, email, true);
  }
}
