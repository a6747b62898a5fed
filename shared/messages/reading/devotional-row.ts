import type { Language } from "#shared/languages.ts";

const en = {
  title: "Today's Devotional",
  text: "Start your day with spiritual guidance",
  link: "Read Today's Devotional",
};

const fr: typeof en = {
  title: "La méditation du jour",
  text: "Commencez votre journée avec une parole qui vous guide",
  link: "Lire la méditation du jour",
};

/** Texts of the row that links to the day's devotional. */
export const devotionalRowMessages: Readonly<Record<Language, typeof en>> = { en, fr };
