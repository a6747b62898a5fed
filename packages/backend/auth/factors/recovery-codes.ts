import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import type { SignedIn } from "#backend/auth/endpoints/authenticate.ts";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { type AuditAction, recordAudit } from "#backend/auth/store/audit-log.ts";
import { deleteFactor, insertFactor, listFactors } from "#backend/auth/store/factor-store.ts";
import { downgradeSessions, upgradeSession } from "#backend/auth/store/session-assurance.ts";
import { authenticateNamed } from "./find-factor.ts";
import { assertFactorAllowed } from "./enroll-factor.ts";
import {
  countFailure,
  generateCodes,
  findSet,
  insertCodes,
  isLocked,
  normaliseCode,
  requireSet,
  consumeCode,
  unlock,
} from "./recovery-code-store.ts";

const DEFAULT_NAME = "Recovery codes";
const NAME_MAX_CHARACTERS = 100;

const generateBody = v.object({ friendly_name: optionalText });
const verifyBody = v.object({ code: optionalText });

/** GET /factors/recovery-codes: returns the number of unused codes. */
export function countRecoveryCodes(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticateNamed(c, deps);
    const counted = await deps.sql.begin(async (tx) => {
      const set = await requireSet(tx, user.id);
      const [row] = await tx<{ total: number; remaining: number }[]>`
        select count(*)::int as total,
          (count(*) filter (where consumed_at is null))::int as remaining
        from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${set.id}`;
      return { id: set.factorId, type: "recovery_code", ...row };
    });
    return c.json(counted);
  };
}

/** POST /factors/recovery-codes: creates the codes and returns them once. */
export function generateRecoveryCodes(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const signedIn = await authenticateNamed(c, deps);
    const hasBody = (await c.req.text()) !== "";
    const body = hasBody ? await readBody(c, generateBody) : { friendly_name: "" };
    const name = body.friendly_name === "" ? DEFAULT_NAME : body.friendly_name;
    if (name.length > NAME_MAX_CHARACTERS) throw validationFailed("friendly_name is too long");
    requireAal2(signedIn, "generate");
    const codes = generateCodes();
    const factorId = await deps.sql.begin((tx) => addSet(tx, deps, { signedIn, name, codes }));
    await record(c, deps, signedIn, "recovery_codes_generated");
    const total = codes.length;
    return c.json({ id: factorId, type: "recovery_code", friendly_name: name, total, codes });
  };
}

/** POST /factors/recovery-codes/regenerate: replaces all codes. */
export function regenerateRecoveryCodes(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const signedIn = await authenticateNamed(c, deps);
    requireAal2(signedIn, "regenerate");
    const codes = generateCodes();
    const id = await deps.sql.begin(async (tx) => {
      const set = await requireSet(tx, signedIn.user.id);
      await tx`delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${set.id}`;
      await unlock(tx, set);
      await insertCodes(tx, deps, { setId: set.id, codes });
      return set.factorId;
    });
    await record(c, deps, signedIn, "recovery_codes_regenerated");
    return c.json({ id, type: "recovery_code", total: codes.length, codes });
  };
}

/** POST /factors/recovery-codes/verify: upgrades the session to aal2. */
export function verifyRecoveryCode(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const signedIn = await authenticateNamed(c, deps);
    const code = normaliseCode((await readBody(c, verifyBody)).code);
    if (code === "") throw validationFailed("Code needs to be non-empty");
    const { user, session } = signedIn;
    const outcome = await deps.sql.begin(async (tx) => {
      const set = await findSet(tx, user.id);
      if (set === null) return wrongCode();
      if (isLocked(set, deps.now())) return locked();
      if (!(await consumeCode(tx, deps, { setId: set.id, code }))) {
        await countFailure(tx, deps, set);
        return wrongCode();
      }
      await unlock(tx, set);
      const factor = { factorId: set.factorId, method: "mfa/recovery_code" } as const;
      return upgradeSession(tx, deps, { userId: user.id, sessionId: session.id, ...factor });
    });
    if (outcome instanceof AuthError) throw outcome;
    await record(c, deps, signedIn, "recovery_codes_verified");
    return c.json(outcome);
  };
}

/** DELETE /factors/recovery-codes */
export function deleteRecoveryCodes(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const signedIn = await authenticateNamed(c, deps);
    requireAal2(signedIn, "delete");
    const id = await deps.sql.begin(async (tx) => {
      const set = await requireSet(tx, signedIn.user.id);
      await downgradeSessions(tx, set.factorId);
      await deleteFactor(tx, set.factorId);
      return set.factorId;
    });
    await record(c, deps, signedIn, "recovery_codes_deleted");
    return c.json({ id });
  };
}

async function addSet(
  tx: TransactionSql,
  deps: AuthDeps,
  request: {
    readonly signedIn: SignedIn;
    readonly name: string;
    readonly codes: readonly string[];
  },
): Promise<string> {
  const { signedIn, name, codes } = request;
  const { user, session } = signedIn;
  await tx`select 1 from auth.users where id = ${user.id} for update`;
  const known = await listFactors(tx, [user.id]);
  if (known.some((factor) => factor.factor_type === "recovery_code")) {
    const message =
      "Recovery codes are already enrolled for this user, use regenerate to rotate them";
    throw new AuthError(422, "mfa_verified_factor_exists", message);
  }
  assertFactorAllowed(known, { name, aal: session.aal });
  if (!known.some(({ status }) => status === "verified")) {
    const message = "At least one other verified factor is required to generate recovery codes";
    throw new AuthError(422, "mfa_recovery_codes_sole_factor", message);
  }
  const factorId = randomUUID();
  const factor = { id: factorId, user_id: user.id, factor_type: "recovery_code" } as const;
  const now = new Date(deps.now());
  await insertFactor(tx, { ...factor, status: "verified", friendly_name: name }, now);
  const setId = randomUUID();
  await tx`
    insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id)
    values (${setId}, ${user.id}, ${factorId})`;
  await insertCodes(tx, deps, { setId, codes });
  return factorId;
}

async function record(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  { user }: SignedIn,
  action: AuditAction,
): Promise<void> {
  const now = new Date(deps.now());
  const entry = { action, userId: user.id, origin: originOf(c), now };
  await deps.sql.begin((tx) => recordAudit(tx, entry));
}

function requireAal2({ session }: SignedIn, action: string): void {
  if (session.aal === "aal2") return;
  throw new AuthError(403, "insufficient_aal", `AAL2 required to ${action} recovery codes`);
}

function wrongCode(): AuthError {
  return new AuthError(422, "mfa_verification_failed", "Invalid recovery code entered");
}

function locked(): AuthError {
  const message = "Too many failed verification attempts, try again later";
  return new AuthError(429, "mfa_recovery_codes_locked", message);
}
