import type { StoreDeps } from "#backend/auth/auth-deps.ts";
import { SESSION_IDLE_MS } from "./session-store.ts";
import { DAY_MS, isWithin, MINUTE_MS } from "@reign-tv/kit/durations.ts";

const PURGE_INTERVAL_MS = 10 * MINUTE_MS;
/** As long as a session may idle: revoked tokens reveal reuse. */
const REVOKED_TOKENS_RETENTION_MS = 30 * DAY_MS;
const AUDIT_LOG_RETENTION_MS = 30 * DAY_MS;
const FLOWS_RETENTION_MS = DAY_MS;
/** Anonymous accounts are deleted once they have no session left. */
const ANONYMOUS_RETENTION_MS = 30 * DAY_MS;
/** Clients of ended sessions get "expired" instead of "unknown" for a week. */
const ENDED_SESSIONS_RETENTION_MS = 7 * DAY_MS;

/**
 * Creates a cleanup to call after responses. It runs in the background at most every 10 minutes.
 */
export function createExpiryPurge(
  { now, log }: Pick<StoreDeps, "now" | "log">,
  purge: () => Promise<void>,
): () => void {
  let purgedAtMs = now();
  return () => {
    if (isWithin(PURGE_INTERVAL_MS, purgedAtMs, now())) return;
    purgedAtMs = now();
    purge().catch(() => log.warn({ event: "auth_purge_failed" }));
  };
}

/** Deletes expired counters, sessions, anonymous accounts, tokens, challenges, flows and audit entries. */
export async function purgeExpired({ sql, now }: Pick<StoreDeps, "sql" | "now">): Promise<void> {
  const before = (ageMs: number): Date => new Date(now() - ageMs);
  await sql`delete from auth.rate_counters where expires_at <= ${before(0)}`;
  await sql`
    delete from auth.sessions
    where not_after <= ${before(ENDED_SESSIONS_RETENTION_MS)}
      or coalesce(refreshed_at at time zone 'utc', created_at)
         <= ${before(SESSION_IDLE_MS + ENDED_SESSIONS_RETENTION_MS)}`;
  await sql`
    delete from auth.users u
    where u.is_anonymous and u.created_at <= ${before(ANONYMOUS_RETENTION_MS)}
      and not exists (select from auth.sessions s where s.user_id = u.id)`;
  await sql`
    delete from auth.refresh_tokens
    where revoked and updated_at <= ${before(REVOKED_TOKENS_RETENTION_MS)}`;
  await sql`delete from auth.oauth_client_states where created_at <= ${before(FLOWS_RETENTION_MS)}`;
  await sql`delete from auth.mfa_challenges where created_at <= ${before(FLOWS_RETENTION_MS)}`;
  await sql`delete from auth.webauthn_challenges where expires_at <= ${before(0)}`;
  await sql`delete from auth.flow_state where created_at <= ${before(FLOWS_RETENTION_MS)}`;
  await sql`
    delete from auth.one_time_tokens
    where created_at at time zone 'utc' <= ${before(FLOWS_RETENTION_MS)}`;
  await sql`delete from auth.audit_log_entries where created_at <= ${before(AUDIT_LOG_RETENTION_MS)}`;
}
