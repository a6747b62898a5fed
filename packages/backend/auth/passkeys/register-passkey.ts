import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { optionalText, readBody, isUuid } from "#backend/auth/protocol/read-body.ts";
import type { SignedIn } from "#backend/auth/endpoints/authenticate.ts";
import { authenticateNamed } from "#backend/auth/factors/find-factor.ts";
import {
  checkRegistration,
  registrationOptions,
  type StoredKey,
} from "#backend/auth/factors/webauthn.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { hasVerifiedFactor } from "#backend/auth/store/factor-store.ts";
import {
  findPasskeys,
  insertPasskey,
  type PasskeyRow,
  toPasskeyJson,
} from "#backend/auth/store/passkey-store.ts";

const CHALLENGE_LIFETIME_S = 300;

type Ceremony = "registration" | "authentication";

const responseBody = v.object({ challenge_id: optionalText, credential: v.optional(v.unknown()) });
const sessionSchema = v.object({ challenge: v.string() });

/**
 * Stores a challenge until it is used.
 *
 * @returns the id and the end, in seconds since the epoch.
 */
export async function saveChallenge(
  { now, sql }: AuthDeps,
  saved: { readonly type: Ceremony; readonly userId: string | null; readonly challenge: string },
): Promise<{ readonly challenge_id: string; readonly expires_at: number }> {
  const id = randomUUID();
  const endsAtS = Math.floor(now() / 1_000) + CHALLENGE_LIFETIME_S;
  const { type, userId, challenge } = saved;
  await sql`
    insert into auth.webauthn_challenges
      (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${userId}, ${type}, ${sql.json({ challenge })},
            ${new Date(now())}, ${new Date(endsAtS * 1_000)})`;
  return { challenge_id: id, expires_at: endsAtS };
}

export type PasskeyResponse = { readonly credential: unknown; readonly challenge: string };

/**
 * Parses the response to a challenge and consumes the challenge.
 *
 * @throws AuthError 400 validation_failed, webauthn_challenge_not_found,
 * webauthn_challenge_expired.
 */
export async function readPasskeyResponse(
  c: Context<BackendEnv>,
  { now, sql }: AuthDeps,
  expected: { readonly type: Ceremony; readonly userId: string | null },
): Promise<PasskeyResponse> {
  const { challenge_id: id, credential } = await readBody(c, responseBody);
  if (id === "") throw validationFailed("challenge_id is required");
  if (credential === undefined || credential === null) {
    throw validationFailed("credential is required");
  }
  if (!isUuid(id)) throw validationFailed("challenge_id must be a valid UUID");
  const [row] = await sql<{ expiresAt: Date; session: unknown }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${expected.type}
      and user_id is not distinct from ${expected.userId}::uuid
    returning expires_at as "expiresAt", session_data as session`;
  if (row === undefined) {
    const message = "Challenge not found or already used";
    throw new AuthError(400, "webauthn_challenge_not_found", message);
  }
  if (row.expiresAt.getTime() <= now()) {
    throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  }
  return { credential, challenge: v.parse(sessionSchema, row.session).challenge };
}

export function passkeyError(message: string): AuthError {
  return new AuthError(400, "webauthn_verification_failed", message);
}

const PASSKEYS_MAX = 10;

/** POST /passkeys/registration/options: returns the options for navigator.credentials.create(). */
export function startPasskeyRegistration(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await requireAal2(deps, await authenticateNamed(c, deps));
    const known = await findPasskeys(deps.sql, { userId: user.id });
    assertPasskeyLimit(known);
    const request = { user, known: known.map(toStoredKey), residentKey: "required" } as const;
    const options = await registrationOptions(deps, request);
    const { challenge } = options;
    const saved = await saveChallenge(deps, { type: "registration", userId: user.id, challenge });
    return c.json({ ...saved, options });
  };
}

/** POST /passkeys/registration/verify: stores a new passkey. */
export function finishPasskeyRegistration(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await requireAal2(deps, await authenticateNamed(c, deps));
    const response = await readPasskeyResponse(c, deps, { type: "registration", userId: user.id });
    const key = await checkRegistration(deps, response);
    if (key === null) throw passkeyError("Credential verification failed");
    const origin = originOf(c);
    const made = await deps.sql.begin(async (tx) => {
      await tx`select 1 from auth.users where id = ${user.id} for update`;
      if ((await findPasskeys(tx, { credentialId: key.id })).length > 0) {
        const message = "A passkey with this credential already exists";
        throw new AuthError(422, "webauthn_credential_exists", message);
      }
      assertPasskeyLimit(await findPasskeys(tx, { userId: user.id }));
      const now = new Date(deps.now());
      const id = await insertPasskey(tx, { userId: user.id, ...toNewPasskey(key) }, now);
      await recordAudit(tx, { action: "passkey_created", userId: user.id, origin, now });
      return (await findPasskeys(tx, { userId: user.id })).find((passkey) => passkey.id === id);
    });
    if (made === undefined) throw new Error("The new passkey is missing.");
    return c.json(toPasskeyJson(made));
  };
}

/**
 * Requires aal2 from users with a verified factor.
 *
 * @throws AuthError 403 insufficient_aal.
 */
export async function requireAal2({ sql }: AuthDeps, signedIn: SignedIn): Promise<SignedIn> {
  const { user, session } = signedIn;
  if (session.aal === "aal2" || !(await hasVerifiedFactor(sql, user.id))) return signedIn;
  throw new AuthError(403, "insufficient_aal", "AAL2 session is required to manage passkeys");
}

export function toStoredKey(passkey: PasskeyRow): StoredKey {
  return {
    id: passkey.credentialId,
    publicKey: passkey.publicKey,
    counter: passkey.signCount,
    transports: [...passkey.transports],
    deviceType: "multiDevice",
    isBackedUp: passkey.isBackedUp,
    aaguid: "",
  };
}

function toNewPasskey(key: StoredKey): Omit<Parameters<typeof insertPasskey>[1], "userId"> {
  return {
    credentialId: key.id,
    publicKey: key.publicKey,
    signCount: key.counter,
    transports: key.transports,
    isBackupEligible: key.deviceType === "multiDevice",
    isBackedUp: key.isBackedUp,
    aaguid: key.aaguid,
  };
}

function assertPasskeyLimit(known: readonly PasskeyRow[]): void {
  if (known.length < PASSKEYS_MAX) return;
  throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
}
