import type { Severity } from "#shared/announcements/announcement.domain.ts";
import type { Language } from "#shared/languages.ts";

const en = {
  title: "Announcements",
  intro:
    "A line above every page. One is shown at a time: the most urgent, then the latest. Visitors can dismiss it on their device.",
  write: "New announcement",
  back: "All announcements",
  none: "No announcements yet.",
  drafts: "Drafts, not published",
  stages: { now: "Showing now", coming: "Scheduled", past: "Ended" },
  edit: (text: string) => `Edit: ${text}`,
  endNow: "End now",
  endNowOf: (text: string) => `End now: ${text}`,
  ended: "Announcement ended",
  endedSummary: (text: string) => `Ended the announcement "${text}"`,
  remove: "Delete",
  removeOf: (text: string) => `Delete: ${text}`,
  removed: "Announcement deleted",
  removedSummary: (text: string) => `Deleted the announcement "${text}"`,
  changedSummary: (text: string) => `Published the announcement "${text}"`,
  unnamed: "An announcement",
  broken: "This announcement is damaged and isn't shown. Delete it and write a new one.",
  fields: {
    text: "Text",
    textHint: "One or two short sentences. Left empty, pages in this language show the other text.",
    severity: "Priority",
    link: "Link",
    linkHint: "A page of this site, such as /live-tv, or an address that starts with https://.",
    from: "Starts",
    fromHint: (zone: string) => `Time in ${zone}. Leave empty to start immediately.`,
    until: "Ends",
    untilHint: (zone: string) => `Time in ${zone}. Leave empty to show it until you end it.`,
    push: "Send as notification",
    pushHint:
      "Sent once to people who turned on service reminders: one minute after you publish, or when the announcement starts. Until then you can undo it. Later changes aren't sent.",
  },
  severities: {
    info: "Information",
    important: "Important",
    urgent: "Urgent",
  } satisfies Record<Severity, string>,
  onPhones: "with notification",
  preview: "Preview",
  span: (from: string, until: string) => `From ${from} until ${until}`,
  onlyFrom: (from: string) => `From ${from}`,
  onlyUntil: (until: string) => `Until ${until}`,
  faults: {
    announcementText: "Enter a text in at least one language.",
    announcementLink: "Enter a page, such as /live-tv, or an address that starts with https://.",
    announcementTime: "Enter a date and a time.",
    announcementOrder: "The end must be after the start.",
  },
};

const fr: typeof en = {
  title: "Annonces",
  intro:
    "Une ligne au-dessus de chaque page. Une seule est affichée à la fois : la plus urgente, puis la plus récente. Chacun peut la masquer sur son appareil.",
  write: "Nouvelle annonce",
  back: "Toutes les annonces",
  none: "Aucune annonce pour l’instant.",
  drafts: "Brouillons, non publiés",
  stages: { now: "Affichée", coming: "Programmée", past: "Terminée" },
  edit: (text: string) => `Modifier : ${text}`,
  endNow: "Terminer maintenant",
  endNowOf: (text: string) => `Terminer maintenant : ${text}`,
  ended: "Annonce terminée",
  endedSummary: (text: string) => `Annonce terminée : « ${text} »`,
  remove: "Supprimer",
  removeOf: (text: string) => `Supprimer : ${text}`,
  removed: "Annonce supprimée",
  removedSummary: (text: string) => `Annonce supprimée : « ${text} »`,
  changedSummary: (text: string) => `Annonce publiée : « ${text} »`,
  unnamed: "Une annonce",
  broken:
    "Cette annonce est endommagée et n’est pas affichée. Supprimez-la et rédigez-en une nouvelle.",
  fields: {
    text: "Texte",
    textHint:
      "Une ou deux phrases courtes. S’il reste vide, les pages dans cette langue affichent l’autre texte.",
    severity: "Priorité",
    link: "Lien",
    linkHint:
      "Une page de ce site, par exemple /live-tv, ou une adresse qui commence par https://.",
    from: "Début",
    fromHint: (zone: string) => `Heure de ${zone}. Laissez vide pour commencer immédiatement.`,
    until: "Fin",
    untilHint: (zone: string) =>
      `Heure de ${zone}. Laissez vide pour l’afficher jusqu’à ce que vous y mettiez fin.`,
    push: "Envoyer en notification",
    pushHint:
      "Envoyée une seule fois aux personnes qui ont activé les rappels des cultes : une minute après la publication, ou au début de l’annonce. D’ici là, vous pouvez annuler l’envoi. Les modifications suivantes ne sont pas envoyées.",
  },
  severities: {
    info: "Information",
    important: "Important",
    urgent: "Urgent",
  },
  onPhones: "avec notification",
  preview: "Aperçu",
  span: (from: string, until: string) => `Du ${from} au ${until}`,
  onlyFrom: (from: string) => `À partir du ${from}`,
  onlyUntil: (until: string) => `Jusqu’au ${until}`,
  faults: {
    announcementText: "Saisissez un texte dans au moins une langue.",
    announcementLink:
      "Saisissez une page, par exemple /live-tv, ou une adresse qui commence par https://.",
    announcementTime: "Indiquez une date et une heure.",
    announcementOrder: "La fin doit être postérieure au début.",
  },
};

/** Texts of the studio's announcements. */
export const announcementsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
