import type { Language } from "#shared/languages.ts";
import { toast as en } from "./en/toast.ts";
import { toast as fr } from "./fr/toast.ts";

/** Words of the messages that come and go, and of those that no page owns. */
export const toastMessages: Readonly<Record<Language, typeof en>> = { en, fr };
