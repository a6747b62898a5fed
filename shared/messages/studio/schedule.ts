import type { Language } from "#shared/languages.ts";
import { schedule as en } from "#shared/messages/en/studio/schedule.ts";
import { schedule as fr } from "#shared/messages/fr/studio/schedule.ts";

/** Texts of the studio's page of services. */
export const scheduleMessages: Readonly<Record<Language, typeof en>> = { en, fr };
