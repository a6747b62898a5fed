import type { Language } from "#shared/languages.ts";

const en = {
  title: "First steps",
  intro: "What a new site needs. Each step can be changed later.",
  done: "Done",
  open: "Open",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  steps: {
    name: "Name, words and contact",
    channels: "Your live channels",
    lists: "Your video lists",
    times: "Times of your services",
    mail: "A mail server",
    backups: "A first backup",
  },
};

const fr: typeof en = {
  title: "Premiers pas",
  intro: "Ce qu’il faut à un nouveau site. Chaque étape peut être modifiée plus tard.",
  done: "Fait",
  open: "À faire",
  progress: (done: number, all: number) => `${done} sur ${all} faites`,
  steps: {
    name: "Nom, textes et contact",
    channels: "Vos chaînes en direct",
    lists: "Vos listes de vidéos",
    times: "Les horaires de vos cultes",
    mail: "Un serveur de messagerie",
    backups: "Une première sauvegarde",
  },
};

/** Texts of the checklist for a new site. */
export const firstStepsMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type FirstStepsMessages = typeof en;
