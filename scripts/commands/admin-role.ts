import type { SupabaseClient, User } from "@supabase/supabase-js";

const USERS_PER_PAGE = 1_000;

/** An account with this role in its app_metadata may publish for everyone. */
const ADMIN_ROLE = "admin";

/**
 * Makes an account an administrator, or an ordinary user again. Takes effect with the account's next token:
 * at once after a new sign-in, else within 15 minutes.
 *
 * @param client holds the secret key
 * @throws Error with one sentence for people
 */
export async function setAdminRole(
  client: SupabaseClient,
  email: string,
  isAdmin: boolean,
): Promise<void> {
  const user = await findUser(client, email);
  if (!user) throw new Error(`No account for ${email}: sign up on the site first.`);
  const { error } = await client.auth.admin.updateUserById(user.id, {
    app_metadata: { role: isAdmin ? ADMIN_ROLE : null },
  });
  if (error) throw new Error(`The account could not be changed: ${error.message}`);
}

async function findUser(client: SupabaseClient, email: string): Promise<User | null> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage: USERS_PER_PAGE });
    if (error) throw new Error(`The accounts could not be read: ${error.message}`);
    const found = data.users.find((user) => user.email?.toLowerCase() === email.toLowerCase());
    if (found) return found;
    if (data.users.length < USERS_PER_PAGE) return null;
  }
}
