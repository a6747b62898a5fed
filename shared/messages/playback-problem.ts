import type { Language } from "#shared/languages.ts";

export const en = {
  offlineTitle: "You're offline",
  offlineText: "Playback resumes when you're back online.",
  serverTitle: "Can't reach our server",
  serverText: "Your device seems to be online. We'll keep trying.",
  slowTitle: "Slow connection",
  slowText: "Buffering. The video will start shortly.",
  tryAgain: "Try again",
};

export const fr: typeof en = {
  offlineTitle: "Vous êtes hors ligne",
  offlineText: "La lecture reprendra dès que vous serez de nouveau en ligne.",
  serverTitle: "Notre serveur est injoignable",
  serverText: "Votre appareil semble connecté. Nous continuons d’essayer.",
  slowTitle: "Connexion lente",
  slowText: "La vidéo va démarrer.",
  tryAgain: "Réessayer",
};

/** Texts of live players and their pages without a picture; see playback-problem.domain.ts. */
export const playbackProblemMessages: Readonly<Record<Language, typeof en>> = { en, fr };
