import type { Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { validationFailed } from "./auth-error.ts";
import type { AuthParts } from "./auth-parts.ts";
import { parseEmailAddress } from "./email-address.ts";
import { challengeFields, parseChallenge } from "./flow-state.ts";
import { takeMailFrom } from "./limits.ts";
import { mailCode } from "./mail-code.ts";
import { optionalText, readBody } from "./read-body.ts";
import { originOf } from "./request-origin.ts";
import { findUserByEmail } from "./user-store.ts";

const recoverBody = z.object({ email: optionalText, ...challengeFields });

/** POST /recover: a link to choose a new password. `{}` for every address. */
export function recover(parts: AuthParts): Handler<BackendEnv> {
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
