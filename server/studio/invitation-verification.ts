import type { Database } from "#server/database/database.ts";
import { SERVICE_ROLE_REQUEST } from "#server/database/service-role-request.ts";
import type { Logger } from "#server/kit/log.ts";

type InvitationVerificationDeps = {
  /** Null with an external project. */
  readonly database: Pick<Database, "asCaller"> | null;
  readonly sendsMail: boolean;
  readonly log: Pick<Logger, "warn">;
};

/**
 * Saves whether invitations require a code from the invited mailbox (decision 087): only if the server sends mail.
 * Never prevents the server from starting.
 */
export async function storeInvitationVerification(deps: InvitationVerificationDeps): Promise<void> {
  const { database, sendsMail, log } = deps;
  if (database === null) return;
  try {
    await database.asCaller(
      SERVICE_ROLE_REQUEST,
      (sql) => sql`update public.studio_state set asks_for_mailbox = ${sendsMail} where id`,
    );
  } catch (error) {
    log.warn({ event: "invitation_verification_not_stored", err: error });
  }
}
