import type { Language } from "#shared/language.ts";

const en = {
  serviceTitle: "A service is about to start",
  serviceBody: (time: string, city: string) => `It begins at ${time}, ${city} time. Watch it live.`,
  devotionalTitle: "Today's devotional",
  devotionalBody: "Start your day with spiritual guidance",
};

const fr = {
  serviceTitle: "Un culte va commencer",
  serviceBody: (time, city) => `Il débute à ${time}, heure de ${city}. Regardez-le en direct.`,
  devotionalTitle: "La méditation du jour",
  devotionalBody: "Commencez votre journée avec une parole qui vous guide",
} satisfies typeof en;

/** Texts of the reminders that the server sends. */
export const pushMessages: Readonly<Record<Language, typeof en>> = { en, fr };
