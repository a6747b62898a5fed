import type { Language } from "#shared/languages.ts";

const en = {
  serviceTitle: "A service is about to start",
  serviceBody: (time: string, city: string) => `It starts at ${time}, ${city} time. Watch it live.`,
  announcementTitle: "Announcement",
  live: (channel: string) => `We are live: ${channel}. Watch now.`,
  devotionalTitle: "Today's devotional",
  devotionalBody: "Start your day with spiritual guidance",
  verseTitle: "Verse of the day",
  verseBody: "Read it in the Bible",
  planTitle: "Your reading plan",
  planBody: "Today's passages are ready",
};

const fr: typeof en = {
  serviceTitle: "Un culte va commencer",
  serviceBody: (time, city) => `Il commence à ${time}, heure de ${city}. Regardez-le en direct.`,
  announcementTitle: "Annonce",
  live: (channel) => `Nous sommes en direct : ${channel}. Regardez maintenant.`,
  devotionalTitle: "La méditation du jour",
  devotionalBody: "Commencez votre journée avec une parole qui vous guide",
  verseTitle: "Le verset du jour",
  verseBody: "Lisez-le dans la Bible",
  planTitle: "Votre plan de lecture",
  planBody: "Les passages du jour vous attendent",
};

/** Texts of the reminders that the server sends. */
export const pushMessages: Readonly<Record<Language, typeof en>> = { en, fr };
