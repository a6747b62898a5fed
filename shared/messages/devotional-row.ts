import type { Language } from "#shared/language.ts";

const en = {
  title: "Today's Devotional",
  text: "Start your day with spiritual guidance",
  link: "Read Today's Devotional",
};

const fr = {
  title: "La méditation du jour",
  text: "Commencez votre journée avec une parole qui vous guide",
  link: "Lire la méditation du jour",
} satisfies typeof en;

/** Texts of the row that invites to the day's devotional. */
export const devotionalRowMessages: Readonly<Record<Language, typeof en>> = { en, fr };
