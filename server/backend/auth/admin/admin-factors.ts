import type { Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { requireServiceRole } from "#server/backend/auth/endpoints/authenticate.ts";
import { findUsersFactor } from "#server/backend/auth/factors/find-factor.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import {
  deleteFactor,
  listFactors,
  toFactorJson,
} from "#server/backend/auth/store/factor-store.ts";
import { downgradeSessions } from "#server/backend/auth/store/session-assurance.ts";
import { findUserInPath } from "./admin-users.ts";

/** GET /admin/users/{id}/factors */
export function listUsersFactors(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    return c.json((await listFactors(deps.sql, [user.id])).map(toFactorJson));
  };
}

const editBody = z.object({ friendly_name: optionalText });

/** PUT /admin/users/{id}/factors/{factor}: renames it. */
export function editUsersFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    const factor = await findUsersFactor(c, deps, user.id);
    const { friendly_name: name } = await readBody(c, editBody);
    const now = new Date(deps.now());
    if (name !== "") {
      await deps.sql.begin(async (tx) => {
        await tx`
          update auth.mfa_factors set friendly_name = ${name}, updated_at = ${now}
          where id = ${factor.id}`;
        const origin = originOf(c);
        await recordAudit(tx, { action: "factor_updated", userId: user.id, origin, now });
      });
    }
    return c.json(toFactorJson(await findUsersFactor(c, deps, user.id)));
  };
}

/** DELETE /admin/users/{id}/factors/{factor}: for a user who has lost the device. */
export function deleteUsersFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    const factor = await findUsersFactor(c, deps, user.id);
    await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      await downgradeSessions(tx, factor.id);
      await deleteFactor(tx, factor.id);
      const origin = originOf(c);
      await recordAudit(tx, { action: "factor_deleted", userId: user.id, origin, now });
    });
    return c.json(toFactorJson(factor));
  };
}
