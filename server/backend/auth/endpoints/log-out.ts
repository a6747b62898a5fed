import type { Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authenticate } from "./authenticate.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { endSession, endSessions } from "#server/backend/auth/store/session-store.ts";

/** POST /logout: ends all sessions of the user, the current one, or all others. */
export function logOut(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user, session } = await authenticate(c, deps);
    const scope = c.req.query("scope") || "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      await recordAudit(tx, { action: "logout", userId: user.id, origin: originOf(c), now });
      if (scope === "local") await endSession(tx, session.id);
      else await endSessions(tx, user.id, { exceptId: scope === "others" ? session.id : null });
    });
    return c.body(null, 204);
  };
}
