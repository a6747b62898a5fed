import type { StoreParts } from "#server/backend/auth/store/store-parts.ts";
import type { MailOutbox } from "./mail-outbox.ts";

/** What mails with links and codes are made and sent with. */
export type MailParts = StoreParts & { readonly outbox: MailOutbox };
