import { connectCluster } from "@reign-tv/backend/operations";

/**
 * Ages the reauthentication of a user in the database of a running server.
 *
 * @param minutes age that is added.
 */
export async function expireReauthentication(
  dataDir: string,
  { userId, minutes }: { readonly userId: string; readonly minutes: number },
): Promise<void> {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  await sql`
    update auth.mfa_amr_claims set updated_at = updated_at - ${`${minutes} minutes`}::interval
    where session_id in (select id from auth.sessions where user_id = ${userId})`;
  await sql.end();
}
