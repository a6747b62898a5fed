import type { tv as en } from "#shared/messages/en/devices/tv.ts";

export const tv = {
  title: (ministry: string) => `${ministry} sur votre télévision`,
  description:
    "Les chaînes en direct et les dernières vidéos, pour la télévision et sa télécommande.",
  channels: "Chaînes en direct",
  newest: "Dernières vidéos",
  live: "En direct",
  offAirBadge: "Hors antenne",
  offAir: "Cette chaîne est hors antenne.",
  nextService: (when: string) => `Prochain culte : ${when}.`,
  wholeSite: "Site complet",
  menu: "Langue et site",
  platformNotice:
    "Les vidéos sont lues par YouTube (Google), qui n’est contacté que lorsque vous en choisissez une.",
  help: "Choisissez avec les flèches, lancez avec OK, revenez avec Retour.",
  shell: {
    unreachable: "Le serveur est injoignable. Vérifiez la connexion du téléviseur.",
    tryAgain: "Réessayer",
  },
  player: {
    loading: "Chargement…",
    failed: "La diffusion ne répond pas. Appuyez sur OK pour réessayer.",
    refused: "Appuyez sur OK pour lancer la lecture.",
    back: "Retour",
    paused: "En pause",
    fileHint: "OK : pause · ◀ ▶ : 10 secondes · ▲ : sous-titres · Retour : revenir",
    channelHint: "OK : pause · ▲ ▼ : autre chaîne · Retour : revenir",
    frameHint: "OK : pause · Retour : revenir",
  },
} satisfies typeof en;
