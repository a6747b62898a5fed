import type { Language } from "#shared/languages.ts";
import { en as enEditor, fr as frEditor } from "./editor.ts";

const en = {
  title: "Studio",
  loading: "One moment",
  loadFailed: "This could not be loaded.",
  tryAgain: "Try again",
  close: "Close",
  cancel: "Cancel",
  backToSite: "Back to the site",
  menu: "Studio menu",
  tabs: "Studio pages",
  more: "More",
  moreText: "Everything else that you may do here.",
  skipToContent: "Skip to the page",
  nav: {
    today: "Today",
    channels: "Channels",
    schedule: "Schedule",
    announcements: "Announcements",
    devotionals: "Devotionals",
    bibleTexts: "Bible texts",
    videos: "Videos",
    people: "People",
    ministry: "Ministry",
    health: "Health",
    numbers: "Numbers",
    log: "Log",
    staff: "Helpers",
  },
  missing: {
    title: "Nothing here",
    text: "This page is not there, or is not yours to see. An owner can tell you more.",
    action: "To today’s page",
  },
  gate: {
    signInTitle: "Sign in to open the studio",
    signInText: "The studio is for those who help to run this site. Sign in, then come back here.",
    signIn: "Sign in",
    noRightsTitle: "You do not help here yet",
    noRightsText: (address: string) =>
      `You are signed in as ${address}. Ask an owner of this site for an invitation; it opens the studio for this account.`,
    stepTitle: "One more step",
    stepText:
      "Your rights here ask for a second step of signing in, such as a code from an app on your phone. Set it up in your profile, then come back here.",
    stepAction: "Set it up",
    factorText: "Your account asks for its second step before the studio opens.",
    endedTitle: "Your session has ended",
    endedText: "Sign in again here. What you typed is kept and goes on from where it was.",
    idleTitle: "You were signed out",
    idleText: "Nothing was done in the studio for 12 hours.",
  },
  card: {
    title: "Studio",
    text: "You help to run this site. The studio is where you do it.",
    open: "Open the studio",
  },
  ...enEditor,
  reauthentication: {
    title: "Is this still you?",
    text: "What concerns people needs a fresh sign-in, at most 15 minutes old. It then goes on by itself.",
    otherWay: "Do you sign in without a password? Sign out, then in again as you always do.",
    signOut: "Sign out",
  },
  healthStatus: { good: "Good", warn: "Needs a look", bad: "Needs you", off: "Off" },
};

const fr: typeof en = {
  title: "Studio",
  loading: "Un instant",
  loadFailed: "Le chargement a échoué.",
  tryAgain: "Réessayer",
  close: "Fermer",
  cancel: "Annuler",
  backToSite: "Retour au site",
  menu: "Menu du studio",
  tabs: "Pages du studio",
  more: "Plus",
  moreText: "Tout ce que vous pouvez faire d’autre ici.",
  skipToContent: "Aller à la page",
  nav: {
    today: "Aujourd’hui",
    channels: "Chaînes",
    schedule: "Horaires",
    announcements: "Annonces",
    devotionals: "Méditations",
    bibleTexts: "Textes bibliques",
    videos: "Vidéos",
    people: "Membres",
    ministry: "Ministère",
    health: "État",
    numbers: "Chiffres",
    log: "Journal",
    staff: "Équipe",
  },
  missing: {
    title: "Rien ici",
    text: "Cette page n’existe pas, ou vous n’y avez pas accès. Un responsable du site pourra vous renseigner.",
    action: "Vers la page du jour",
  },
  gate: {
    signInTitle: "Connectez-vous pour ouvrir le studio",
    signInText:
      "Le studio est réservé à celles et ceux qui aident à faire vivre ce site. Connectez-vous, puis revenez ici.",
    signIn: "Se connecter",
    noRightsTitle: "Vous n’aidez pas encore ici",
    noRightsText: (address: string) =>
      `Vous êtes connecté avec l’adresse ${address}. Demandez une invitation à un responsable du site ; elle ouvrira le studio à ce compte.`,
    stepTitle: "Encore une étape",
    stepText:
      "Vos droits ici demandent une seconde étape de connexion, par exemple un code donné par une application de votre téléphone. Mettez-la en place dans votre profil, puis revenez ici.",
    stepAction: "La mettre en place",
    factorText: "Votre compte demande sa seconde étape avant d’ouvrir le studio.",
    endedTitle: "Votre session est terminée",
    endedText:
      "Reconnectez-vous ici. Ce que vous avez écrit est conservé, et vous reprendrez là où vous en étiez.",
    idleTitle: "Vous avez été déconnecté",
    idleText: "Rien n’a été fait dans le studio pendant 12 heures.",
  },
  card: {
    title: "Studio",
    text: "Vous aidez à faire vivre ce site. C’est dans le studio que cela se passe.",
    open: "Ouvrir le studio",
  },
  ...frEditor,
  reauthentication: {
    title: "Est-ce toujours vous ?",
    text: "Ce qui touche aux personnes demande une connexion récente, de 15 minutes au plus. La suite se fait alors d’elle-même.",
    otherWay:
      "Vous vous connectez sans mot de passe ? Déconnectez-vous, puis reconnectez-vous comme d’habitude.",
    signOut: "Se déconnecter",
  },
  healthStatus: { good: "Tout va bien", warn: "À surveiller", bad: "À régler", off: "Éteint" },
};

/** Texts that several studio pages share: menu, gate, saving, conflicts, undo. */
export const kitMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type KitMessages = typeof en;
