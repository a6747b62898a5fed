import type { push as en } from "#shared/messages/en/push.ts";

export const push = {
  serviceTitle: "Un culte va commencer",
  serviceBody: (time, city) => `Il débute à ${time}, heure de ${city}. Regardez-le en direct.`,
  announcementTitle: "Annonce",
  devotionalTitle: "La méditation du jour",
  devotionalBody: "Commencez votre journée avec une parole qui vous guide",
  verseTitle: "Le verset du jour",
  verseBody: "Lisez-le dans la Bible",
  planTitle: "Votre plan de lecture",
  planBody: "Les passages du jour vous attendent, quand vous voulez",
} satisfies typeof en;
