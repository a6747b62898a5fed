import type { Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import { challengeFields, parseChallenge } from "#server/backend/auth/store/flow-state.ts";
import { takeMailFrom } from "./limits.ts";
import { mailCode } from "#server/backend/auth/mail/mail-code.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { findUserByEmail } from "#server/backend/auth/store/user-store.ts";

const recoverBody = z.object({ email: optionalText, ...challengeFields });

/** POST /recover: a link to choose a new password. `{}` for every address. */
export function recover(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const body = await readBody(c, recoverBody);
    if (body.email === "") throw validationFailed("Password recovery requires an email");
    const email = parseEmailAddress(body.email);
    const challenge = parseChallenge(body);
    await takeMailFrom(parts, originOf(c), email);
    const user = await findUserByEmail(parts.sql, email);
    await mailCode(c, parts, { kind: "recovery", address: email, user, challenge });
    return c.json({});
  };
}
