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
  const user = await requireUser(client, email);
  const { error } = await client.auth.admin.updateUserById(user.id, {
    app_metadata: { role: isAdmin ? ADMIN_ROLE : null },
  });
  if (error) throw new Error(`The account could not be changed: ${error.message}`);
}

/**
 * Removes authenticator apps and recovery codes of someone who lost both: the password alone signs in again.
 *
 * @param client holds the secret key
 * @throws Error with one sentence for people
 */
export async function removeTwoStep(client: SupabaseClient, email: string): Promise<void> {
  const { id: userId } = await requireUser(client, email);
  const { mfa } = client.auth.admin;
  const { data, error } = await mfa.listFactors({ userId });
  if (error) throw new Error(`The two-step sign-in could not be read: ${error.message}`);
  for (const { id } of data.factors) {
    const removed = await mfa.deleteFactor({ userId, id });
    if (removed.error) {
      throw new Error(`The two-step sign-in could not be removed: ${removed.error.message}`);
    }
  }
}

async function requireUser(client: SupabaseClient, email: string): Promise<User> {
  const user = await findUser(client, email);
  if (user) return user;
  throw new Error(`No account for ${email}: sign up on the site first.`);
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
