import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { RequestOrigin } from "#backend/auth/protocol/request-origin.ts";

/** Action names of supabase/auth. */
export type AuditAction =
  | "user_signedup"
  | "user_repeated_signup"
  | "user_confirmation_requested"
  | "user_recovery_requested"
  | "user_reauthenticate_requested"
  | "user_updated_password"
  | "user_modified"
  | "user_invited"
  | "user_deleted"
  | "login"
  | "logout"
  | "token_revoked"
  | "identity_unlinked"
  | "passkey_created"
  | "factor_in_progress"
  | "factor_updated"
  | "factor_unenrolled"
  | "factor_deleted"
  | "challenge_created"
  | "verification_attempted"
  | "recovery_codes_generated"
  | "recovery_codes_regenerated"
  | "recovery_codes_verified"
  | "recovery_codes_deleted";

/** Writes an audit entry with the network instead of the IP and without an email address. */
export async function recordAudit(
  tx: TransactionSql,
  entry: {
    readonly action: AuditAction;
    /** Null when the requested account does not exist. */
    readonly userId: string | null;
    readonly origin: Pick<RequestOrigin, "network">;
    readonly now: Date;
  },
): Promise<void> {
  const payload = { action: entry.action, actor_id: entry.userId, log_type: "account" };
  await tx`
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
    values (${randomUUID()}, ${tx.json(payload)}, ${entry.now}, ${entry.origin.network})`;
}
