import type { Language } from "#shared/languages.ts";
import { backupMail as en } from "./en/backup-mail.ts";
import { backupMail as fr } from "./fr/backup-mail.ts";

/** Texts of the mails to whoever runs the server. */
export const backupMailMessages: Readonly<Record<Language, typeof en>> = { en, fr };
