import type { Language } from "#shared/languages.ts";
import { en as enEditor, fr as frEditor } from "./editor.ts";

const en = {
  title: "Studio",
  loading: "Loading",
  loadFailed: "Couldn't load this page.",
  tryAgain: "Try again",
  close: "Close",
  cancel: "Cancel",
  backToSite: "Back to the site",
  menu: "Studio menu",
  tabs: "Studio pages",
  more: "More",
  moreText: "All pages of the studio.",
  camera: "Your camera is filming: go back to it",
  skipToContent: "Skip to content",
  nav: {
    today: "Today",
    channels: "Channels",
    schedule: "Schedule",
    announcements: "Announcements",
    devotionals: "Devotionals",
    bibleTexts: "Bible versions",
    videos: "Videos",
    ownVideos: "Your own videos",
    people: "Members",
    ministry: "Ministry",
    health: "Site health",
    numbers: "Statistics",
    log: "Activity log",
    guide: "Guide",
    staff: "Team",
  },
  missing: {
    title: "Page not found",
    text: "This page doesn't exist, or you don't have access to it. Ask an owner of the site.",
    action: "Go to Today",
  },
  gate: {
    signInTitle: "Sign in to open the studio",
    signInText: "The studio is for the team that runs this site. Sign in to continue.",
    signIn: "Sign in",
    noRightsTitle: "You don't have access to the studio",
    noRightsText: (address: string) =>
      `You're signed in as ${address}. Ask an owner of this site to invite this account.`,
    stepTitle: "One more step",
    stepText:
      "Your role requires two-step sign-in, such as a code from an app on your phone. Set it up here.",
    stepDone: "Two-step sign-in is on.",
    factorText: "Confirm your two-step sign-in to open the studio.",
    endedTitle: "Your session has expired",
    endedText: "Sign in again here. What you typed is saved, and you can carry on where you were.",
    idleTitle: "You were signed out",
    idleText: "You were inactive in the studio for 12 hours.",
  },
  card: {
    title: "Studio",
    text: "You're on the team that runs this site. Manage it in the studio.",
    open: "Open the studio",
  },
  ...enEditor,
  reauthentication: {
    title: "Confirm it's you",
    text: "Managing people requires a sign-in from the last 15 minutes. Your action then continues automatically.",
    otherWay: "No password? Sign out, then sign in again as usual.",
    signOut: "Sign out",
  },
  healthStatus: { good: "OK", warn: "Warning", bad: "Action needed" },
};

const fr: typeof en = {
  title: "Studio",
  loading: "Chargement",
  loadFailed: "Impossible de charger cette page.",
  tryAgain: "Réessayer",
  close: "Fermer",
  cancel: "Annuler",
  backToSite: "Retour au site",
  menu: "Menu du studio",
  tabs: "Pages du studio",
  more: "Plus",
  moreText: "Toutes les pages du studio.",
  camera: "Votre caméra filme : y revenir",
  skipToContent: "Aller au contenu",
  nav: {
    today: "Aujourd’hui",
    channels: "Chaînes",
    schedule: "Horaires",
    announcements: "Annonces",
    devotionals: "Méditations",
    bibleTexts: "Versions de la Bible",
    videos: "Vidéos",
    ownVideos: "Vos propres vidéos",
    people: "Membres",
    ministry: "Ministère",
    health: "État du site",
    numbers: "Statistiques",
    log: "Journal",
    guide: "Guide",
    staff: "Équipe",
  },
  missing: {
    title: "Page introuvable",
    text: "Cette page n’existe pas, ou vous n’y avez pas accès. Adressez-vous à un responsable du site.",
    action: "Aller à Aujourd’hui",
  },
  gate: {
    signInTitle: "Connectez-vous pour ouvrir le studio",
    signInText: "Le studio est réservé à l’équipe qui gère ce site. Connectez-vous pour continuer.",
    signIn: "Se connecter",
    noRightsTitle: "Vous n’avez pas accès au studio",
    noRightsText: (address: string) =>
      `Vous êtes connecté avec l’adresse ${address}. Demandez à un responsable du site d’inviter ce compte.`,
    stepTitle: "Encore une étape",
    stepText:
      "Votre rôle exige la connexion en deux étapes, par exemple un code d’une application de votre téléphone. Configurez-la ici.",
    stepDone: "La connexion en deux étapes est activée.",
    factorText: "Confirmez votre connexion en deux étapes pour ouvrir le studio.",
    endedTitle: "Votre session a expiré",
    endedText:
      "Reconnectez-vous ici. Votre saisie est conservée et vous reprendrez là où vous en étiez.",
    idleTitle: "Vous avez été déconnecté",
    idleText: "Vous étiez inactif dans le studio depuis 12 heures.",
  },
  card: {
    title: "Studio",
    text: "Vous faites partie de l’équipe qui gère ce site. Gérez-le dans le studio.",
    open: "Ouvrir le studio",
  },
  ...frEditor,
  reauthentication: {
    title: "Confirmez votre identité",
    text: "La gestion des membres exige une connexion de moins de 15 minutes. Votre action se poursuit ensuite automatiquement.",
    otherWay: "Pas de mot de passe ? Déconnectez-vous, puis reconnectez-vous comme d’habitude.",
    signOut: "Se déconnecter",
  },
  healthStatus: { good: "OK", warn: "À vérifier", bad: "Action requise" },
};

/** Texts that several studio pages share: menu, gate, saving, conflicts, undo. */
export const kitMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type KitMessages = typeof en;
