import type { Language } from "#shared/languages.ts";

const en = {
  dismiss: "Dismiss message",
};

const fr: typeof en = {
  dismiss: "Fermer le message",
};

/** Texts of toasts. */
export const toastMessages: Readonly<Record<Language, typeof en>> = { en, fr };
