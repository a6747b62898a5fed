import type { Severity } from "#shared/announcements/announcement.domain.ts";

const severities: Record<Severity, string> = {
  info: "Bon à savoir",
  important: "Important",
  urgent: "Urgent",
};

export const announcements = {
  title: "Annonces",
  intro:
    "Une ligne au-dessus de chaque page. Une seule est affichée à la fois : la plus urgente, puis la plus récente. Chacun peut la masquer sur son appareil.",
  write: "Nouvelle annonce",
  back: "Toutes les annonces",
  none: "Aucune annonce.",
  stages: { now: "Affichée maintenant", coming: "À venir", past: "Terminée" },
  edit: (text: string) => `Modifier : ${text}`,
  endNow: "Terminer maintenant",
  endNowOf: (text: string) => `Terminer maintenant : ${text}`,
  ended: "L’annonce est terminée",
  endedSummary: (text: string) => `Annonce terminée : « ${text} »`,
  remove: "Retirer",
  removeOf: (text: string) => `Retirer : ${text}`,
  removed: "L’annonce est retirée",
  removedSummary: (text: string) => `Annonce retirée : « ${text} »`,
  changedSummary: (text: string) => `Annonce : « ${text} »`,
  unnamed: "Une annonce",
  broken: "Cette annonce est illisible et n’est pas affichée. Retirez-la et écrivez-la à nouveau.",
  fields: {
    text: "Texte",
    textHint:
      "Une ou deux phrases courtes. S’il reste vide, les pages dans cette langue affichent l’autre texte.",
    severity: "Son importance",
    link: "Lien",
    linkHint: "Une page de ce site comme /live-tv, ou une adresse qui commence par https://.",
    from: "À partir de",
    fromHint: (zone: string) => `L’heure de ${zone}. Vide : tout de suite.`,
    until: "Jusqu’à",
    untilHint: (zone: string) => `L’heure de ${zone}. Vide : jusqu’à ce que vous y mettiez fin.`,
    push: "Prévenir aussi les téléphones",
    pushHint:
      "Les téléphones qui ont demandé les rappels des cultes le reçoivent une seule fois, une minute après la publication ou quand l’annonce commence. D’ici là, vous pouvez la reprendre ; les changements faits ensuite ne leur parviennent pas.",
  },
  severities,
  onPhones: "dite aussi aux téléphones",
  preview: "Telle qu’elle sera affichée",
  span: (from: string, until: string) => `Du ${from} au ${until}`,
  onlyFrom: (from: string) => `À partir du ${from}`,
  onlyUntil: (until: string) => `Jusqu’au ${until}`,
  faults: {
    announcementText: "Écrivez-la dans au moins une langue.",
    announcementLink: "Indiquez une page comme /live-tv, ou une adresse qui commence par https://.",
    announcementTime: "Indiquez une date et une heure.",
    announcementOrder: "La fin doit venir après le début.",
  },
};
