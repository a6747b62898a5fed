import type { videoDetails as en } from "#shared/messages/en/videos/video-details.ts";

export const videoDetails: typeof en = {
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
