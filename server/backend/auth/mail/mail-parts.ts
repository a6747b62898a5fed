import type { StoreDeps } from "#server/backend/auth/store/store-deps.ts";
import type { MailOutbox } from "./mail-outbox.ts";

/** What mails with links and codes are made and sent with. */
export type MailDeps = StoreDeps & { readonly outbox: MailOutbox };
