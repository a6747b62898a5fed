import type { Language } from "#shared/languages.ts";
import { noScript as en } from "#shared/messages/en/devices/no-script.ts";
import { noScript as fr } from "#shared/messages/fr/devices/no-script.ts";

/** What a browser that runs no scripts says above a page, by language. */
export const noScriptMessages: Readonly<Record<Language, typeof en>> = { en, fr };
