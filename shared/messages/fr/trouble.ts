import type { trouble as en } from "#shared/messages/en/trouble.ts";

export const trouble = {
  offlineTitle: "Vous êtes hors ligne",
  offlineText: "La lecture reprend dès que la connexion revient.",
  serverTitle: "Notre serveur est injoignable",
  serverText: "Votre appareil semble connecté. Nous réessayons tant que vous restez ici.",
  slowTitle: "La connexion est lente",
  slowText: "L’image vient dès qu’il en est arrivé assez.",
  tryAgain: "Réessayer",
} satisfies typeof en;
