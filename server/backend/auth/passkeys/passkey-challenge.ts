import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";

/** How long an authenticator may take. */
const CHALLENGE_LIFETIME_S = 300;

type Ceremony = "registration" | "authentication";

const answerBody = z.object({ challenge_id: optionalText, credential: z.unknown().optional() });
const sessionSchema = z.object({ challenge: z.string() });

/** Keeps a challenge until it is answered. @returns its id and when it ends, in seconds. */
export async function keepChallenge(
  parts: AuthDeps,
  kept: { readonly type: Ceremony; readonly userId: string | null; readonly challenge: string },
): Promise<{ readonly challenge_id: string; readonly expires_at: number }> {
  const id = randomUUID();
  const endsAtS = Math.floor(parts.now() / 1_000) + CHALLENGE_LIFETIME_S;
  const { type, userId, challenge } = kept;
  await parts.sql`
    insert into auth.webauthn_challenges
      (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${userId}, ${type}, ${parts.sql.json({ challenge })},
            ${new Date(parts.now())}, ${new Date(endsAtS * 1_000)})`;
  return { challenge_id: id, expires_at: endsAtS };
}

/** An answer and the challenge that it is for, which ends with this. */
export type Answer = { readonly credential: unknown; readonly challenge: string };

/**
 * Reads the answer to a challenge and takes the challenge, so that it is answered once.
 *
 * @throws AuthError 400 validation_failed, webauthn_challenge_not_found, webauthn_challenge_expired.
 */
export async function readAnswer(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  asked: { readonly type: Ceremony; readonly userId: string | null },
): Promise<Answer> {
  const { challenge_id: id, credential } = await readBody(c, answerBody);
  if (id === "") throw validationFailed("challenge_id is required");
  if (credential === undefined || credential === null) {
    throw validationFailed("credential is required");
  }
  if (!isUuid(id)) throw validationFailed("challenge_id must be a valid UUID");
  const [row] = await parts.sql<{ expiresAt: Date; session: unknown }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${asked.type}
      and user_id is not distinct from ${asked.userId}::uuid
    returning expires_at as "expiresAt", session_data as session`;
  if (row === undefined) {
    const message = "Challenge not found or already used";
    throw new AuthError(400, "webauthn_challenge_not_found", message);
  }
  if (row.expiresAt.getTime() <= parts.now()) {
    throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  }
  return { credential, challenge: sessionSchema.parse(row.session).challenge };
}

export function passkeyRefused(message: string): AuthError {
  return new AuthError(400, "webauthn_verification_failed", message);
}
