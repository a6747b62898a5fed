import type { Language } from "#shared/languages.ts";
import { en as enHealthCheck, fr as frHealthCheck } from "./health-checks.ts";

const en = {
  title: "Site health",
  intro: "What the site depends on, and how to fix what isn't working.",
  ...enHealthCheck,
  tones: { good: "OK", warn: "Warning", bad: "Action needed", off: "Inactive" },
  summary: {
    good: "Everything is working.",
    warn: (count: number) => (count === 1 ? "1 warning." : `${count} warnings.`),
    bad: (count: number) =>
      count === 1 ? "1 problem needs action." : `${count} problems need action.`,
  },
  since: (time: string) => `Since ${time}`,
  nextStep: "How to fix it:",
  readAt: (time: string) => `As of ${time}`,
  lookAgain: "Check now",
  loading: "Checking...",
  failed: "Couldn't load the site's status.",
  alerts: {
    title: "Email alerts",
    text: "You get one email when a check turns red (at most every six hours) and one when it works again. Only you receive it.",
    tell: (name: string) => `Email me: ${name}`,
    short: "Email me",
    elsewhere:
      "With an external project this server doesn't know your address and can't email you. Check this page regularly.",
    failed: "Couldn't save. Try again.",
    test: "Send me a test email",
    testing: "Sending...",
    outcomes: {
      sent: "Sent. Check your inbox and your spam folder.",
      file: "Written to a file on the server: no mail server is set up.",
      failed: "The mail server refused it. The reason is shown under Email.",
      no_address: "Your account has no email address.",
      too_many: "Too many test emails. Try again in an hour.",
    },
  },
  mail: {
    badSubject: (site: string, name: string) => `${site}: action needed (${name})`,
    wellSubject: (site: string, name: string) => `${site}: ${name} is working again`,
    testSubject: (site: string) => `${site}: test email`,
    test: "You asked for this email on the Site health page. You'll get one like it when a check you follow turns red.",
    page: (address: string) => `Site health: ${address}`,
  },
};

const fr: typeof en = {
  title: "État du site",
  intro: "Ce dont le site dépend, et comment régler ce qui ne fonctionne pas.",
  ...frHealthCheck,
  tones: { good: "OK", warn: "À vérifier", bad: "Action requise", off: "Inactif" },
  summary: {
    good: "Tout fonctionne.",
    warn: (count) => (count === 1 ? "1 point à vérifier." : `${count} points à vérifier.`),
    bad: (count) => (count === 1 ? "1 problème à régler." : `${count} problèmes à régler.`),
  },
  since: (time) => `Depuis ${time}`,
  nextStep: "Comment le régler :",
  readAt: (time) => `Vérifié : ${time}`,
  lookAgain: "Vérifier maintenant",
  loading: "Vérification…",
  failed: "Impossible de charger l’état du site.",
  alerts: {
    title: "Alertes par e-mail",
    text: "Vous recevez un e-mail quand un voyant passe au rouge (au plus toutes les six heures) et un autre quand tout fonctionne de nouveau. Vous seul le recevez.",
    tell: (name) => `M’alerter par e-mail : ${name}`,
    short: "M’alerter par e-mail",
    elsewhere:
      "Avec un projet externe, ce serveur ne connaît pas votre adresse et ne peut pas vous écrire. Consultez régulièrement cette page.",
    failed: "L’enregistrement a échoué. Réessayez.",
    test: "M’envoyer un e-mail de test",
    testing: "Envoi…",
    outcomes: {
      sent: "Envoyé. Vérifiez votre boîte de réception et vos courriers indésirables.",
      file: "Écrit en fichier sur le serveur : aucun serveur de messagerie n’est configuré.",
      failed: "Le serveur de messagerie l’a refusé. La raison est indiquée sous E-mails.",
      no_address: "Votre compte n’a pas d’adresse e-mail.",
      too_many: "Trop d’e-mails de test. Réessayez dans une heure.",
    },
  },
  mail: {
    badSubject: (site, name) => `${site} : action requise (${name})`,
    wellSubject: (site, name) => `${site} : ${name} fonctionne de nouveau`,
    testSubject: (site) => `${site} : e-mail de test`,
    test: "Vous avez demandé cet e-mail sur la page État du site. Vous en recevrez un semblable quand un point que vous suivez passera au rouge.",
    page: (address) => `État du site : ${address}`,
  },
};

/** Texts of the health page and of its alert mails. */
export const healthMessages: Readonly<Record<Language, typeof en>> = { en, fr };
