import type { Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { emailExists } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { requireServiceRole } from "./authenticate.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import { inviteAccount } from "./invite-account.ts";
import { assertMetadataFits } from "#server/backend/auth/store/metadata.ts";
import { optionalObject, optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { redirectTargetOf, sendCodeMail } from "#server/backend/auth/mail/send-mail.ts";
import { presentUser } from "#server/backend/auth/store/user-json.ts";
import { findUserById } from "#server/backend/auth/store/user-store.ts";

const inviteBody = z.object({ email: optionalText, data: optionalObject });

/** POST /invite: an account without a password and a mail that lets its owner in. */
export function invite(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const body = await readBody(c, inviteBody);
    const email = parseEmailAddress(body.email);
    const data = body.data ?? {};
    assertMetadataFits({ userMetadata: data });
    const { userId, issued } = await parts.sql.begin(async (tx) => {
      const invited = await inviteAccount(tx, parts, { email, data });
      const now = new Date(parts.now());
      const { userId } = invited;
      await recordAudit(tx, { action: "user_invited", userId, origin: originOf(c), now });
      return invited;
    });
    const user = await findUserById(parts.sql, userId);
    if (user === null) throw emailExists();
    const acceptLanguage = c.req.header("accept-language");
    const recipient = { address: email, userMetadata: user.raw_user_meta_data, acceptLanguage };
    const redirectTo = redirectTargetOf(c, parts);
    sendCodeMail(parts, { kind: "invite", recipient, issued, redirectTo });
    return c.json(await presentUser(parts.sql, user));
  };
}
