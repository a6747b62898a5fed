import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { type RequestOrigin, originOf } from "#backend/auth/protocol/request-origin.ts";
import { isUuid, optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import type { Context, Handler } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { consumeFactorChallenge, consumeSmsLimit } from "#backend/auth/endpoints/limits.ts";
import { parseChannel, sendPhoneCode } from "#backend/auth/phone.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { type FactorRow, listFactors } from "#backend/auth/store/factor-store.ts";
import { isRecent } from "#backend/auth/store/is-recent.ts";
import type { UserRow } from "#backend/auth/store/user-store.ts";
import { findFactorInPath } from "./find-factor.ts";
import {
  authenticationOptions,
  registrationOptions,
  storedKeySchema,
  type StoredKey,
} from "./webauthn.ts";

const CHALLENGE_LIFETIME_S = 300;
/** The column is `not null`: requests without a client IP come from this process. */
const NO_ADDRESS = "0.0.0.0";

export type ChallengeRow = {
  readonly id: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly address: string;
  /** Hash of the sent code; null for other factor types. */
  readonly codeHash: string | null;
  readonly webauthn: unknown;
};

/** @returns the id and the end, in seconds since the epoch. */
async function openChallenge(
  tx: TransactionSql,
  deps: AuthDeps,
  challenge: {
    readonly id?: string;
    readonly factorId: string;
    readonly origin: RequestOrigin;
    readonly codeHash?: string;
    readonly webauthn?: { readonly type: "create" | "request"; readonly challenge: string };
  },
): Promise<{ readonly id: string; readonly expires_at: number }> {
  const { id = randomUUID(), factorId, origin, codeHash, webauthn } = challenge;
  const now = new Date(deps.now());
  await tx`
    insert into auth.mfa_challenges
      (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
    values (${id}, ${factorId}, ${now}, ${origin.address ?? NO_ADDRESS}, ${codeHash ?? null},
            ${webauthn === undefined ? null : tx.json(webauthn)})`;
  await tx`update auth.mfa_factors set last_challenged_at = ${now} where id = ${factorId}`;
  return { id, expires_at: Math.floor(deps.now() / 1_000) + CHALLENGE_LIFETIME_S };
}

/**
 * Reads a challenge and locks it until the transaction ends.
 *
 * @throws AuthError 422 mfa_factor_not_found, mfa_ip_address_mismatch (also for a used
 * challenge), mfa_challenge_expired.
 */
export async function lockChallenge(
  tx: TransactionSql,
  { now }: AuthDeps,
  response: {
    readonly challengeId: string;
    readonly factorId: string;
    readonly origin: RequestOrigin;
  },
): Promise<ChallengeRow> {
  const { challengeId, factorId, origin } = response;
  const [row] = isUuid(challengeId)
    ? await tx<ChallengeRow[]>`
        select id, created_at as "createdAt", verified_at as "verifiedAt",
          host(ip_address) as address, otp_code as "codeHash", web_authn_session_data as webauthn
        from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId} for update`
    : [];
  if (row === undefined) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthError(422, "mfa_factor_not_found", message);
  }
  if (row.verifiedAt !== null || row.address !== (origin.address ?? NO_ADDRESS)) {
    const message = "Challenge and verify IP addresses mismatch.";
    throw new AuthError(422, "mfa_ip_address_mismatch", message);
  }
  if (!isRecent(CHALLENGE_LIFETIME_S * 1_000, row.createdAt, now())) {
    const message = `MFA challenge ${row.id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
  return row;
}

/** Marks a challenge as used. */
export async function markChallengeUsed(tx: TransactionSql, id: string, now: Date): Promise<void> {
  await tx`update auth.mfa_challenges set verified_at = ${now} where id = ${id}`;
}

const challengeBody = v.object({ channel: optionalText });

type Challenged = { readonly user: UserRow; readonly factor: FactorRow };

/** POST /factors/{id}/challenge: starts the verification of a second factor. */
export function challengeFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const challenged = await findFactorInPath(c, deps);
    const { user, factor } = challenged;
    await consumeFactorChallenge(deps, user.id);
    if (factor.factor_type === "phone") return c.json(await challengePhone(c, deps, challenged));
    if (factor.factor_type === "webauthn") return c.json(await challengeKey(c, deps, challenged));
    if (factor.factor_type === "totp") return c.json(await open(c, deps, challenged, {}));
    throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  };
}

async function challengePhone(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  challenged: Challenged,
): Promise<object> {
  const hasBody = (await c.req.text()) !== "";
  const body = hasBody ? await readBody(c, challengeBody) : { channel: "" };
  const channel = parseChannel(deps, body.channel);
  const phone = challenged.factor.phone ?? "";
  await consumeSmsLimit(deps, originOf(c), { phone, tokenType: null });
  const id = randomUUID();
  const code = deps.codes.draw();
  const codeHash = hashFactorCode(deps, id, code);
  const opened = await open(c, deps, challenged, { id, codeHash });
  sendPhoneCode(c, deps, { phone, code, channel, user: challenged.user });
  return opened;
}

/** Returns the stored hash of a challenge's code. */
export function hashFactorCode({ codes }: AuthDeps, challengeId: string, code: string): string {
  return codes.storedHashesOfCode(`factor ${challengeId}`, code)[0] ?? "";
}

/** Starts the creation of a key for an unverified factor, else the use of its key. */
async function challengeKey(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  challenged: Challenged,
): Promise<object> {
  const { user, factor } = challenged;
  const stored = v.safeParse(storedKeySchema, factor.web_authn_credential);
  if (factor.status === "unverified" || !stored.success) {
    const known = await keysOf(deps, user.id);
    const request = { user, known, residentKey: "discouraged" } as const;
    const options = await registrationOptions(deps, request);
    const webauthn = { type: "create", challenge: options.challenge } as const;
    const opened = await open(c, deps, challenged, { webauthn });
    return { ...opened, webauthn: { type: "create", credential_options: { publicKey: options } } };
  }
  const options = await authenticationOptions(deps, [stored.output]);
  const webauthn = { type: "request", challenge: options.challenge } as const;
  const opened = await open(c, deps, challenged, { webauthn });
  return { ...opened, webauthn: { type: "request", credential_options: { publicKey: options } } };
}

async function keysOf({ sql }: AuthDeps, userId: string): Promise<StoredKey[]> {
  const factors = await listFactors(sql, [userId]);
  return factors.flatMap((factor) => {
    const key = v.safeParse(storedKeySchema, factor.web_authn_credential);
    return key.success ? [key.output] : [];
  });
}

function open(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  { user, factor }: Challenged,
  details: Omit<Parameters<typeof openChallenge>[2], "factorId" | "origin">,
): Promise<object> {
  const origin = originOf(c);
  return deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    await recordAudit(tx, { action: "challenge_created", userId: user.id, origin, now });
    const opened = await openChallenge(tx, deps, { ...details, factorId: factor.id, origin });
    return { ...opened, type: factor.factor_type };
  });
}
