import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { isUuid } from "#backend/auth/protocol/read-body.ts";
import type { Challenge } from "./flow-state.ts";
import type { StoreDeps } from "#backend/auth/auth-deps.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Time limit of a flow at a provider. */
export const OAUTH_STATE_TTL_MS = 10 * MINUTE_MS;

/** A flow that has returned from a provider. */
export type OAuthState = {
  readonly id: string;
  readonly provider: string;
  /** Null for the implicit flow. */
  readonly challenge: string | null;
  readonly target: string;
  readonly linkTo: string | null;
  readonly codeVerifier: string;
};

/**
 * Stores a new flow.
 *
 * @returns its id, which is the OAuth state.
 */
export async function createOAuthState(
  tx: TransactionSql,
  deps: StoreDeps,
  flow: {
    readonly provider: string;
    readonly challenge: Challenge | null;
    readonly codeVerifier: string;
    readonly target: string;
    readonly linkTo: string | null;
  },
): Promise<string> {
  const { provider, challenge, codeVerifier, target, linkTo } = flow;
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

/** Consumes a state; null when it is unknown, used or expired. */
export async function consumeOAuthState(
  tx: TransactionSql,
  { now }: StoreDeps,
  state: string,
): Promise<OAuthState | null> {
  if (!isUuid(state)) return null;
  const oldest = new Date(now() - OAUTH_STATE_TTL_MS);
  const [flow] = await tx<OAuthState[]>`
    delete from auth.oauth_client_states s using auth.flow_state f
    where f.id = ${state} and s.id = f.oauth_client_state_id and s.created_at > ${oldest}
    returning f.id, f.provider_type as provider, f.code_challenge as challenge,
      coalesce(f.referrer, '') as target, f.linking_target_id as "linkTo",
      s.code_verifier as "codeVerifier"`;
  return flow ?? null;
}

/** Deletes a flow that needs no code. */
export async function deleteOAuthState(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.flow_state where id = ${id}`;
}
