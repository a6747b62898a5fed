import type { MailDeps } from "#backend/auth/auth-deps.ts";
import type { Mail } from "./mail-outbox.ts";
import type { Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { composeMail, type MailContent, siteNameOf } from "./compose-mail.ts";
import { chooseTexts } from "#backend/auth/protocol/select-locale.ts";
import type { MailKind } from "#backend/settings.ts";
import type { IssuedCode } from "#backend/auth/store/one-time-code.ts";
import { chooseRedirectTarget } from "#backend/auth/protocol/redirects.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** `type` of a link to GET /verify. */
export type LinkType = "signup" | "invite" | "magiclink" | "recovery" | "email_change";

export type Recipient = {
  readonly address: string;
  readonly userMetadata: JsonObject;
  /** Accept-Language of the request. */
  readonly acceptLanguage: string | undefined;
};

type CodeMail = {
  readonly kind: LinkType;
  readonly recipient: Recipient;
  readonly issued: IssuedCode;
  readonly redirectTo: string;
  readonly newAddress?: string;
};

/** Sends a mail with a link and a code. Call it after the transaction. */
export function sendCodeMail(deps: MailDeps, mail: CodeMail): void {
  deps.outbox.send(composeCodeMail(deps, mail));
}

/** Composes a mail with a link and a code. */
export function composeCodeMail(deps: MailDeps, mail: CodeMail): Mail {
  const { kind, issued, redirectTo } = mail;
  return compose(deps, mail.recipient, kind, {
    link: toActionLink(deps, { linkToken: issued.linkToken, type: kind, redirectTo }),
    code: issued.code,
    ...(mail.newAddress === undefined ? {} : { address: mail.newAddress }),
  });
}

/** Sends a mail without a link: a notice or a bare code. */
export function sendNotice(
  deps: MailDeps,
  recipient: Recipient,
  kind: MailKind,
  details: { readonly code?: string; readonly address?: string } = {},
): void {
  deps.outbox.send(compose(deps, recipient, kind, details));
}

/** Returns the URL of GET /verify for a link. */
export function toActionLink(
  { settings }: MailDeps,
  link: { readonly linkToken: string; readonly type: LinkType; readonly redirectTo: string },
): string {
  const query = new URLSearchParams({
    token: link.linkToken,
    type: link.type,
    redirect_to: link.redirectTo,
  });
  return `${settings.siteUrl}/auth/v1/verify?${query.toString()}`;
}

/** Returns the final redirect target of links in mails of this request. */
export function redirectTargetOf(c: Context<BackendEnv>, { settings }: MailDeps): string {
  return chooseRedirectTarget(c.req.query("redirect_to"), c.req.header("referer"), settings);
}

function compose(
  { settings }: MailDeps,
  recipient: Recipient,
  kind: MailKind,
  details: Omit<MailContent, "kind" | "to" | "texts" | "site">,
): Mail {
  const { mailFrom, siteUrl, authTexts } = settings;
  const texts = chooseTexts(authTexts, recipient.userMetadata, recipient.acceptLanguage);
  const site = siteNameOf(mailFrom, siteUrl);
  return composeMail({ kind, to: recipient.address, texts, site, ...details });
}
