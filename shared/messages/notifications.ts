import type { Language } from "#shared/languages.ts";
import { notifications as en } from "./en/notifications.ts";
import { notifications as fr } from "./fr/notifications.ts";

/** Texts of the welcome notification and of the reminders that a visitor may ask for. */
export const notificationMessages: Readonly<Record<Language, typeof en>> = { en, fr };
