import { randomUUID } from "node:crypto";
import type { Handler } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import type { SignedIn } from "#backend/auth/endpoints/authenticate.ts";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { parsePhoneNumber } from "#backend/auth/protocol/email-and-phone.ts";
import { optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { originOf, type RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import {
  type FactorRow,
  type FactorType,
  insertFactor,
  listFactors,
  deleteFactor,
} from "#backend/auth/store/factor-store.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { authenticateNamed, findFactorInPath } from "./find-factor.ts";
import { makeTotp, sealTotpSecret } from "./totp.ts";
import { downgradeSessions } from "#backend/auth/store/session-assurance.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** Includes unverified factors. */
const FACTORS_MAX = 10;
/** An unverified factor is deleted after this time. */
const UNVERIFIED_TTL_MS = 5 * MINUTE_MS;

const NAME_MAX_CHARACTERS = 100;
const ISSUER_MAX_CHARACTERS = 100;

const enrollBody = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
  phone: optionalText,
});
type EnrollBody = v.InferOutput<typeof enrollBody>;

/** POST /factors: enrolls a second factor, which counts once it is verified. */
export function enrollFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const signedIn = await authenticateNamed(c, deps);
    const body = await readBody(c, enrollBody);
    assertShort(body);
    const enrollment = { signedIn, body, origin: originOf(c) };
    if (body.factor_type === "totp") return c.json(await enrollTotp(deps, enrollment));
    if (body.factor_type === "phone") return c.json(await enrollPhone(deps, enrollment));
    if (body.factor_type === "webauthn") return c.json(await enrollWebauthn(deps, enrollment));
    throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  };
}

type Enrollment = {
  readonly signedIn: SignedIn;
  readonly body: EnrollBody;
  readonly origin: RequestOrigin;
};

function assertShort(body: EnrollBody): void {
  if (body.friendly_name.length > NAME_MAX_CHARACTERS) {
    throw validationFailed("friendly_name is too long");
  }
  if (body.issuer.length > ISSUER_MAX_CHARACTERS) throw validationFailed("issuer is too long");
}

async function enrollTotp(deps: AuthDeps, enrollment: Enrollment): Promise<JsonObject> {
  const { user } = enrollment.signedIn;
  const issuer =
    enrollment.body.issuer === "" ? new URL(deps.settings.siteUrl).host : enrollment.body.issuer;
  const account = user.email ?? user.phone ?? user.id;
  const totp = makeTotp({ issuer, account });
  const secret = sealTotpSecret(totp.secret, deps.keys.hmacSecret);
  const added = await add(deps, enrollment, { type: "totp", secret });
  return { ...added, totp };
}

async function enrollPhone(deps: AuthDeps, enrollment: Enrollment): Promise<JsonObject> {
  const { body } = enrollment;
  if (body.phone === "") throw validationFailed("Phone number required to enroll Phone factor");
  const phone = parsePhoneNumber(body.phone);
  const added = await add(deps, enrollment, { type: "phone", phone });
  return { ...added, phone: body.phone };
}

async function enrollWebauthn(deps: AuthDeps, enrollment: Enrollment): Promise<JsonObject> {
  return add(deps, enrollment, { type: "webauthn" });
}

async function add(
  deps: AuthDeps,
  { signedIn, body, origin }: Enrollment,
  kind: { readonly type: FactorType; readonly secret?: string; readonly phone?: string },
): Promise<JsonObject> {
  const { user, session } = signedIn;
  const id = randomUUID();
  const now = new Date(deps.now());
  await deps.sql.begin(async (tx) => {
    await tx`select 1 from auth.users where id = ${user.id} for update`;
    await tx`
      delete from auth.mfa_factors
      where user_id = ${user.id} and status = 'unverified'
        and created_at <= ${new Date(deps.now() - UNVERIFIED_TTL_MS)}`;
    const known = await listFactors(tx, [user.id]);
    if (kind.phone !== undefined) assertNewPhone(known, kind.phone);
    assertFactorAllowed(known, { name: body.friendly_name, aal: session.aal });
    if (kind.phone !== undefined) {
      await tx`delete from auth.mfa_factors where user_id = ${user.id} and phone = ${kind.phone}`;
    }
    const { type, ...details } = kind;
    const factor = { id, user_id: user.id, factor_type: type, friendly_name: body.friendly_name };
    await insertFactor(tx, { ...factor, status: "unverified", ...details }, now);
    await recordAudit(tx, { action: "factor_in_progress", userId: user.id, origin, now });
  });
  return { id, type: kind.type, friendly_name: body.friendly_name };
}

function assertNewPhone(known: readonly FactorRow[], phone: string): void {
  if (!known.some((factor) => factor.phone === phone && factor.status === "verified")) return;
  const message =
    "A verified phone factor already exists, unenroll the existing factor to continue";
  throw new AuthError(422, "mfa_verified_factor_exists", message);
}

/**
 * @throws AuthError 422 mfa_factor_name_conflict, too_many_enrolled_mfa_factors; 403
 * insufficient_aal when a verified factor exists and the session has not used it.
 */
export function assertFactorAllowed(
  known: readonly FactorRow[],
  enrollment: { readonly name: string; readonly aal: string },
): void {
  const { name, aal } = enrollment;
  if (known.some((factor) => (factor.friendly_name ?? "") === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthError(422, "mfa_factor_name_conflict", message);
  }
  if (known.length >= FACTORS_MAX) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (known.some(({ status }) => status === "verified") && aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

/** DELETE /factors/{id}: removes a second factor. */
export function unenrollFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user, session, factor } = await findFactorInPath(c, deps);
    if (factor.factor_type === "recovery_code") {
      const message =
        "Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes";
      throw new AuthError(422, "validation_failed", message);
    }
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    const origin = originOf(c);
    await deps.sql.begin(async (tx) => {
      const others = (await listFactors(tx, [user.id])).filter(
        ({ id, status }) => id !== factor.id && status === "verified",
      );
      const hasCodesAlone =
        others.length > 0 && others.every(({ factor_type: type }) => type === "recovery_code");
      if (factor.status === "verified" && hasCodesAlone) {
        const message =
          "Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.";
        throw new AuthError(422, "mfa_recovery_codes_sole_factor", message);
      }
      const now = new Date(deps.now());
      await downgradeSessions(tx, factor.id);
      await deleteFactor(tx, factor.id);
      await recordAudit(tx, { action: "factor_unenrolled", userId: user.id, origin, now });
    });
    return c.json({ id: factor.id });
  };
}
