import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { takeFactorChallenge, consumeSmsLimit } from "#server/backend/auth/endpoints/limits.ts";
import { parseChannel, sendPhoneCode } from "#server/backend/auth/phone/phone-code.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { type FactorRow, listFactors } from "#server/backend/auth/store/factor-store.ts";
import type { UserRow } from "#server/backend/auth/store/user-store.ts";
import { findAddressedFactor } from "./find-factor.ts";
import { openChallenge } from "./challenge-store.ts";
import {
  authenticationOptions,
  registrationOptions,
  storedKeySchema,
  type StoredKey,
} from "./webauthn.ts";

const challengeBody = z.object({ channel: optionalText });

type Challenged = { readonly user: UserRow; readonly factor: FactorRow };

/** POST /factors/{id}/challenge: asks for a second proof. */
export function challengeFactor(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const challenged = await findAddressedFactor(c, parts);
    const { user, factor } = challenged;
    await takeFactorChallenge(parts, user.id);
    if (factor.factor_type === "phone") return c.json(await challengePhone(c, parts, challenged));
    if (factor.factor_type === "webauthn") return c.json(await challengeKey(c, parts, challenged));
    if (factor.factor_type === "totp") return c.json(await open(c, parts, challenged, {}));
    throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  };
}

async function challengePhone(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  challenged: Challenged,
): Promise<object> {
  const hasBody = (await c.req.text()) !== "";
  const body = hasBody ? await readBody(c, challengeBody) : { channel: "" };
  const channel = parseChannel(parts, body.channel);
  const phone = challenged.factor.phone ?? "";
  await consumeSmsLimit(parts, originOf(c), { phone, tokenType: null });
  const id = randomUUID();
  const code = parts.codes.draw();
  const codeHash = hashFactorCode(parts, id, code);
  const opened = await open(c, parts, challenged, { id, codeHash });
  sendPhoneCode(c, parts, { phone, code, channel, user: challenged.user });
  return opened;
}

/** What the database knows a code by that was sent for a challenge. */
export function hashFactorCode(parts: AuthDeps, challengeId: string, code: string): string {
  return parts.codes.storedHashesOfCode(`factor ${challengeId}`, code)[0] ?? "";
}

/** A key that is not there yet is made; one that is there is used. */
async function challengeKey(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  challenged: Challenged,
): Promise<object> {
  const { user, factor } = challenged;
  const own = storedKeySchema.safeParse(factor.web_authn_credential);
  if (factor.status === "unverified" || !own.success) {
    const known = await keysOf(parts, user.id);
    const wish = { user, known, residentKey: "discouraged" } as const;
    const options = await registrationOptions(parts, wish);
    const webauthn = { type: "create", challenge: options.challenge } as const;
    const opened = await open(c, parts, challenged, { webauthn });
    return { ...opened, webauthn: { type: "create", credential_options: { publicKey: options } } };
  }
  const options = await authenticationOptions(parts, [own.data]);
  const webauthn = { type: "request", challenge: options.challenge } as const;
  const opened = await open(c, parts, challenged, { webauthn });
  return { ...opened, webauthn: { type: "request", credential_options: { publicKey: options } } };
}

async function keysOf(parts: AuthDeps, userId: string): Promise<StoredKey[]> {
  const factors = await listFactors(parts.sql, [userId]);
  return factors.flatMap((factor) => {
    const key = storedKeySchema.safeParse(factor.web_authn_credential);
    return key.success ? [key.data] : [];
  });
}

function open(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  { user, factor }: Challenged,
  details: Omit<Parameters<typeof openChallenge>[2], "factorId" | "origin">,
): Promise<object> {
  const origin = originOf(c);
  return parts.sql.begin(async (tx) => {
    const now = new Date(parts.now());
    await recordAudit(tx, { action: "challenge_created", userId: user.id, origin, now });
    const opened = await openChallenge(tx, parts, { ...details, factorId: factor.id, origin });
    return { ...opened, type: factor.factor_type };
  });
}
