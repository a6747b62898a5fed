import { join } from "node:path";
import { connector, socketAddress } from "#server/database/connection.ts";
import { clusterHome } from "#server/database/embedded/cluster-location.ts";
import { loadClusterSecret } from "#server/database/embedded/cluster-secret.ts";
import { EMBEDDED_DATABASE } from "#server/database/open-database.ts";
import { readPidFile } from "#server/database/embedded/postmaster-pid.ts";

/**
 * Ages the reauthentication of a user in the database of a running server.
 *
 * @param minutes age that is added.
 */
export async function expireReauthentication(
  dataDir: string,
  { userId, minutes }: { readonly userId: string; readonly minutes: number },
): Promise<void> {
  const socketDir = readPidFile(join(clusterHome(dataDir), "pg"))?.socketDir;
  if (socketDir === undefined) throw new Error(`No database runs in ${dataDir}`);
  const connect = connector(
    socketAddress(socketDir),
    await loadClusterSecret(dataDir),
    EMBEDDED_DATABASE,
  );
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  await sql`
    update auth.mfa_amr_claims set updated_at = updated_at - ${`${minutes} minutes`}::interval
    where session_id in (select id from auth.sessions where user_id = ${userId})`;
  await sql.end();
}
