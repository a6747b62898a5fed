import type { Language } from "#shared/languages.ts";

const en = {
  closeVideo: "Close video",
  playVideo: (title: string) => `Play: ${title}`,
  videoPlayer: (title: string) => `Video player: ${title}`,
  bundledNotice: "From the demonstration library, made for this site.",
  published: (date: string) => `Published ${date}`,
  share: "Share",
  from: (moment: string) => `From ${moment}`,
  copied: "Link copied",
  notCopied: "The link could not be copied",
  chapters: "Chapters",
  series: (name: string) => `Series: ${name}`,
  spoken: (date: string) => `Spoken ${date}`,
  belongs: "See together",
  relations: { prophecy: "Prophecy", confirmation: "Confirmation", testimony: "Testimony" },
  consent: "Shown with the agreement of those who speak.",
  more: (category: string) => `More from ${category}`,
  upNext: "Up next",
  nextIn: (seconds: number) => `Next video in ${seconds} s`,
  playNext: "Play now",
  cancel: "Cancel",
};

const fr: typeof en = {
  closeVideo: "Fermer la vidéo",
  playVideo: (title) => `Lire : ${title}`,
  videoPlayer: (title) => `Lecteur vidéo : ${title}`,
  bundledNotice: "De la bibliothèque de démonstration, réalisée pour ce site.",
  published: (date) => `Publié le ${date}`,
  share: "Partager",
  from: (moment) => `À partir de ${moment}`,
  copied: "Lien copié",
  notCopied: "Le lien n’a pas pu être copié",
  chapters: "Chapitres",
  series: (name) => `Série : ${name}`,
  spoken: (date) => `Prononcé le ${date}`,
  belongs: "À voir ensemble",
  relations: { prophecy: "Prophétie", confirmation: "Confirmation", testimony: "Témoignage" },
  consent: "Montré avec l’accord de ceux qui parlent.",
  more: (category) => `Plus de vidéos : ${category}`,
  upNext: "À suivre",
  nextIn: (seconds) => `Vidéo suivante dans ${seconds} s`,
  playNext: "Lire maintenant",
  cancel: "Annuler",
};

/** Texts below the player of a video. */
export const videoDetailsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
