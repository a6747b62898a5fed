import type { ISql } from "postgres";
import type { Mail, MailTransport } from "#server/backend/auth/mail/mail-outbox.ts";
import type { Sms, SmsTransport } from "#server/backend/auth/sms/sms-outbox.ts";
import { presentUser, type UserJson } from "#server/backend/auth/store/user-json.ts";
import {
  findUserByEmail,
  findUserByPhone,
  type UserRow,
} from "#server/backend/auth/store/user-store.ts";
import type { Sql } from "postgres";
import type { HookCaller } from "./hook-caller.ts";

type Deps = { readonly hooks: HookCaller; readonly sql: Sql; readonly siteUrl: string };

/** Hands mails to the operator's hook in place of a mail server. */
export function createHookMails({ hooks, sql, siteUrl }: Deps): MailTransport {
  return {
    async deliver(mail: Mail) {
      const user = await presentKnown(sql, await findUserByEmail(sql, mail.to), {
        email: mail.to,
      });
      const email_data = {
        token: mail.token?.code ?? "",
        token_hash: mail.token?.linkToken ?? "",
        redirect_to: mail.token?.redirectTo ?? "",
        email_action_type: mail.kind,
        site_url: siteUrl,
        token_new: "",
        token_hash_new: "",
      };
      await hooks.call("send_email", { user, email_data }, sql);
    },
  };
}

/** Hands messages to the operator's hook in place of a telephone company. */
export function createHookMessages({ hooks, sql }: Deps): SmsTransport {
  return {
    async deliver({ to, code }: Sms) {
      const user = await presentKnown(sql, await findUserByPhone(sql, to), { phone: to });
      await hooks.call("send_sms", { user, sms: { otp: code, phone: to } }, sql);
    },
  };
}

async function presentKnown(sql: ISql, user: UserRow | null, address: UserJson): Promise<UserJson> {
  return user === null ? address : presentUser(sql, user);
}
