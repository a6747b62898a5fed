import type { Language } from "#shared/languages.ts";

const en = {
  title: "Get started",
  intro: "Set up your new site. You can change everything later.",
  done: "Done",
  open: "To do",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  steps: {
    name: "Name, texts and contact",
    channels: "Your live channels",
    lists: "Your playlists",
    times: "Your service times",
    mail: "Sending email",
    backups: "A first backup",
  },
};

const fr: typeof en = {
  title: "Premiers pas",
  intro: "Configurez votre nouveau site. Tout peut être modifié plus tard.",
  done: "Fait",
  open: "À faire",
  progress: (done: number, all: number) => `Étapes terminées : ${done} sur ${all}`,
  steps: {
    name: "Nom, textes et contact",
    channels: "Vos chaînes en direct",
    lists: "Vos playlists",
    times: "Les horaires de vos cultes",
    mail: "L’envoi des e-mails",
    backups: "Une première sauvegarde",
  },
};

/** Texts of the checklist for a new site. */
export const firstStepsMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type FirstStepsMessages = typeof en;
