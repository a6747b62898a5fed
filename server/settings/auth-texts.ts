import type { AuthTexts } from "#server/backend/settings.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { mail as en } from "#shared/messages/en/mail.ts";
import { mail as fr } from "#shared/messages/fr/mail.ts";

const TEXTS: Readonly<Record<Language, typeof en>> = { en, fr };
const [FIRST, ...OTHERS] = LANGUAGES;

/** What the auth service mails and shows, in every language of the product. */
export const AUTH_TEXTS: readonly [AuthTexts, ...AuthTexts[]] = [
  textsIn(FIRST),
  ...OTHERS.map(textsIn),
];

function textsIn(language: Language): AuthTexts {
  return { language, ...TEXTS[language] };
}
