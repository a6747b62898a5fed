import type { Severity } from "#shared/announcements/announcement.domain.ts";
import type { Language } from "#shared/languages.ts";

const en = {
  title: "Announcements",
  intro:
    "A line above every page. One is shown at a time: the most urgent, then the newest. Visitors may dismiss it on their device.",
  write: "New announcement",
  back: "All announcements",
  none: "Nothing is announced.",
  stages: { now: "Shown now", coming: "Coming", past: "Over" },
  edit: (text: string) => `Change: ${text}`,
  endNow: "End now",
  endNowOf: (text: string) => `End now: ${text}`,
  ended: "The announcement is over",
  endedSummary: (text: string) => `Ended the announcement “${text}”`,
  remove: "Remove",
  removeOf: (text: string) => `Remove: ${text}`,
  removed: "The announcement is removed",
  removedSummary: (text: string) => `Removed the announcement “${text}”`,
  changedSummary: (text: string) => `Announced “${text}”`,
  unnamed: "An announcement",
  broken: "This announcement cannot be read and is not shown. Remove it and write it anew.",
  fields: {
    text: "Text",
    textHint: "One or two short sentences. Left empty, pages in this language show the other text.",
    severity: "How much it matters",
    link: "Link",
    linkHint: "A page of this site such as /live-tv, or an address that begins with https://.",
    from: "From",
    fromHint: (zone: string) => `The time in ${zone}. Empty: at once.`,
    until: "Until",
    untilHint: (zone: string) => `The time in ${zone}. Empty: until you end it.`,
    push: "Also tell phones",
    pushHint:
      "Phones that asked for reminders of services get it once, a minute after you publish or when it begins. Until then you can take it back; changes afterwards do not reach them.",
  },
  severities: {
    info: "Good to know",
    important: "Important",
    urgent: "Urgent",
  } satisfies Record<Severity, string>,
  onPhones: "also told to phones",
  preview: "As it will look",
  span: (from: string, until: string) => `From ${from} until ${until}`,
  onlyFrom: (from: string) => `From ${from}`,
  onlyUntil: (until: string) => `Until ${until}`,
  faults: {
    announcementText: "Write it in at least one language.",
    announcementLink: "A page such as /live-tv, or an address that begins with https://, please.",
    announcementTime: "A date and a time, please.",
    announcementOrder: "It must end after it begins.",
  },
};

const fr: typeof en = {
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
  severities: {
    info: "Bon à savoir",
    important: "Important",
    urgent: "Urgent",
  },
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

/** Texts of the studio's announcements. */
export const announcementsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
