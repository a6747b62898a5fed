import type { offline as en } from "#shared/messages/en/offline.ts";

export const offline = {
  offline: "Vous êtes hors connexion. Ce que vous avez déjà ouvert reste disponible.",
  server:
    "Notre serveur ne répond pas pour le moment. Ce que vous avez déjà ouvert reste disponible.",
  newVersion: "Une nouvelle version est prête",
  newVersionText: "Rechargez la page quand vous le souhaitez.",
  reload: "Recharger",
} satisfies typeof en;
