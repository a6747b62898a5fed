export const firstSteps = {
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
