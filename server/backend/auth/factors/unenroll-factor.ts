import type { Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { deleteFactor, listFactors } from "#server/backend/auth/store/factor-store.ts";
import { downgradeSessions } from "#server/backend/auth/store/session-assurance.ts";
import { findFactorInPath } from "./find-factor.ts";

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
