import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";
import type { Challenge } from "./flow-state.ts";
import type { StoreDeps } from "./store-deps.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

/** How long somebody may take at a provider. */
export const VISIT_LIFETIME_MS = 10 * MINUTE_MS;

/** A visit to a provider that has come back. */
export type Visit = {
  readonly id: string;
  readonly provider: string;
  /** Null for the implicit flow. */
  readonly challenge: string | null;
  readonly target: string;
  readonly linkTo: string | null;
  readonly codeVerifier: string;
};

/** Remembers who was sent where. @returns the visit's id, which is the OAuth state. */
export async function createOAuthState(
  tx: TransactionSql,
  deps: StoreDeps,
  visit: {
    readonly provider: string;
    readonly challenge: Challenge | null;
    readonly codeVerifier: string;
    readonly target: string;
    readonly linkTo: string | null;
  },
): Promise<string> {
  const { provider, challenge, codeVerifier, target, linkTo } = visit;
  const [id, clientStateId] = [randomUUID(), randomUUID()];
  const now = new Date(deps.now());
  await tx`
    insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
    values (${clientStateId}, ${provider}, ${codeVerifier}, ${now})`;
  await tx`
    insert into auth.flow_state (
      id, code_challenge_method, code_challenge, provider_type, authentication_method,
      referrer, oauth_client_state_id, linking_target_id, created_at, updated_at
    ) values (
      ${id}, ${challenge?.method ?? null}, ${challenge?.challenge ?? null}, ${provider}, 'oauth',
      ${target}, ${clientStateId}, ${linkTo}, ${now}, ${now}
    )`;
  return id;
}

/** Takes a visit up, once; null for a state that is unknown, used or too old. */
export async function consumeOAuthState(
  tx: TransactionSql,
  deps: StoreDeps,
  state: string,
): Promise<Visit | null> {
  if (!isUuid(state)) return null;
  const oldest = new Date(deps.now() - VISIT_LIFETIME_MS);
  const [visit] = await tx<Visit[]>`
    delete from auth.oauth_client_states s using auth.flow_state f
    where f.id = ${state} and s.id = f.oauth_client_state_id and s.created_at > ${oldest}
    returning f.id, f.provider_type as provider, f.code_challenge as challenge,
      coalesce(f.referrer, '') as target, f.linking_target_id as "linkTo",
      s.code_verifier as "codeVerifier"`;
  return visit ?? null;
}

/** Ends a visit that needs no code. */
export async function deleteOAuthState(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.flow_state where id = ${id}`;
}
