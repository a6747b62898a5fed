import { timingSafeEqual } from "node:crypto";
import type { Handler } from "hono";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import type { SignedIn } from "#backend/auth/endpoints/authenticate.ts";
import { consumeFactorAttempt } from "#backend/auth/endpoints/limits.ts";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { originOf, type RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import type { FactorRow } from "#backend/auth/store/factor-store.ts";
import { upgradeSession } from "#backend/auth/store/session-assurance.ts";
import type { FactorMethod, SessionJson } from "#backend/auth/store/session-store.ts";
import { findFactorInPath } from "./find-factor.ts";
import {
  hashFactorCode,
  type ChallengeRow,
  markChallengeUsed,
  lockChallenge,
} from "./challenge-factor.ts";
import { openTotpSecret, STEP_MEMORY_S, stepOfCode } from "./totp.ts";
import {
  checkAuthentication,
  checkRegistration,
  type StoredKey,
  storedKeySchema,
} from "./webauthn.ts";

const verifyBody = v.object({
  challenge_id: optionalText,
  code: optionalText,
  webauthn: v.nullish(
    v.object({ type: optionalText, credential_response: v.optional(v.unknown()) }),
    null,
  ),
});
type VerifyBody = v.InferOutput<typeof verifyBody>;

const METHODS = {
  totp: "totp",
  phone: "mfa/phone",
  webauthn: "mfa/webauthn",
  recovery_code: "mfa/recovery_code",
} as const satisfies Record<FactorRow["factor_type"], FactorMethod>;

const sessionDataSchema = v.object({
  type: v.picklist(["create", "request"]),
  challenge: v.string(),
});

/**
 * POST /factors/{id}/verify: checks the response to a challenge and upgrades the session to aal2.
 */
export function verifyFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { factor, ...signedIn } = await findFactorInPath(c, deps);
    const body = await readBody(c, verifyBody);
    assertResponse(factor, body);
    const origin = originOf(c);
    await consumeFactorAttempt(deps, { userId: signedIn.user.id, challengeId: body.challenge_id });
    const session = await deps.sql.begin((tx) =>
      verify(tx, deps, { factor, signedIn, body, origin }),
    );
    return c.json(session);
  };
}

function assertResponse(factor: FactorRow, { code, webauthn }: VerifyBody): void {
  if (factor.factor_type !== "webauthn") {
    if (code === "") throw validationFailed("Code needs to be non-empty");
    return;
  }
  if (webauthn === null) throw validationFailed("WebAuthn config required");
  if (webauthn.type !== "create" && webauthn.type !== "request") {
    throw validationFailed("WebAuthn type must be create or request");
  }
  if (webauthn.credential_response === undefined || webauthn.credential_response === null) {
    throw validationFailed("credential_response required");
  }
}

type Attempt = {
  readonly factor: FactorRow;
  readonly signedIn: SignedIn;
  readonly body: VerifyBody;
  readonly origin: RequestOrigin;
};

async function verify(
  tx: TransactionSql,
  deps: AuthDeps,
  { factor, signedIn, body, origin }: Attempt,
): Promise<SessionJson> {
  const { user, session } = signedIn;
  const challengeId = body.challenge_id;
  const challenge = await lockChallenge(tx, deps, { challengeId, factorId: factor.id, origin });
  const key = await checkResponse(deps, { factor, challenge, body });
  const now = new Date(deps.now());
  await markChallengeUsed(tx, challenge.id, now);
  await tx`
    update auth.mfa_factors set status = 'verified', updated_at = ${now}
    where id = ${factor.id}`;
  if (key !== null) {
    await tx`
      update auth.mfa_factors
      set web_authn_credential = ${tx.json(key)}, web_authn_aaguid = ${key.aaguid || null}
      where id = ${factor.id}`;
  }
  await recordAudit(tx, { action: "verification_attempted", userId: user.id, origin, now });
  const method = METHODS[factor.factor_type];
  const factorUse = { userId: user.id, sessionId: session.id, factorId: factor.id, method };
  await tx`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified' and factor_type = ${factor.factor_type}`;
  return upgradeSession(tx, deps, factorUse);
}

/** @returns the current key of a WebAuthn factor; null for other factors. */
async function checkResponse(
  deps: AuthDeps,
  response: {
    readonly factor: FactorRow;
    readonly challenge: ChallengeRow;
    readonly body: VerifyBody;
  },
): Promise<StoredKey | null> {
  const { factor, challenge, body } = response;
  if (factor.factor_type === "webauthn") return checkKey(deps, response);
  if (factor.factor_type === "phone") {
    const [presented, stored] = [
      Buffer.from(hashFactorCode(deps, challenge.id, body.code.replaceAll(/[\s-]/g, ""))),
      Buffer.from(challenge.codeHash ?? ""),
    ];
    if (presented.length === stored.length && timingSafeEqual(presented, stored)) return null;
    throw failed("Invalid MFA Phone code entered");
  }
  const secret = openTotpSecret(factor.secret ?? "", deps.keys.hmacSecret);
  const step = stepOfCode(secret, body.code.replaceAll(/\s/g, ""), deps.now());
  const isFresh = step !== null && (await isFirstUse(deps, factor.id, step));
  if (!isFresh) throw failed("Invalid TOTP code entered");
  return null;
}

/** A code works once, even within its 30 seconds. */
async function isFirstUse(
  { counters }: AuthDeps,
  factorId: string,
  step: number,
): Promise<boolean> {
  const rate = { points: 1, seconds: STEP_MEMORY_S };
  return (await counters.consume("totp-step", `${factorId} ${step}`, rate)).isAllowed;
}

async function checkKey(
  deps: AuthDeps,
  { factor, challenge, body }: Parameters<typeof checkResponse>[1],
): Promise<StoredKey> {
  const expected = v.parse(sessionDataSchema, challenge.webauthn);
  const credential = body.webauthn?.credential_response;
  const isSameKind = body.webauthn?.type === expected.type;
  const known = v.safeParse(storedKeySchema, factor.web_authn_credential);
  const key = !isSameKind
    ? null
    : expected.type === "create"
      ? await checkRegistration(deps, { credential, challenge: expected.challenge })
      : known.success
        ? await checkAuthentication(deps, {
            credential,
            challenge: expected.challenge,
            key: known.output,
          })
        : null;
  if (key === null) throw failed("Invalid credential_response");
  return key;
}

function failed(message: string): AuthError {
  return new AuthError(422, "mfa_verification_failed", message);
}
