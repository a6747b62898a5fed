import type { Language } from "#shared/languages.ts";

export const en = {
  offlineTitle: "You are offline",
  offlineText: "It goes on as soon as you are connected again.",
  serverTitle: "Our server can't be reached",
  serverText: "Your device seems to be connected. We keep trying while you stay here.",
  slowTitle: "The connection is slow",
  slowText: "The picture comes as soon as enough of it has arrived.",
  tryAgain: "Try again",
};

export const fr: typeof en = {
  offlineTitle: "Vous êtes hors ligne",
  offlineText: "La lecture reprend dès que la connexion revient.",
  serverTitle: "Notre serveur est injoignable",
  serverText: "Votre appareil semble connecté. Nous réessayons tant que vous restez ici.",
  slowTitle: "La connexion est lente",
  slowText: "L’image vient dès qu’il en est arrivé assez.",
  tryAgain: "Réessayer",
};

/** Texts of live players and their pages without a picture; see playback-problem.domain.ts. */
export const playbackProblemMessages: Readonly<Record<Language, typeof en>> = { en, fr };
