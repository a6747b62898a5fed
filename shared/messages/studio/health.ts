import type { Language } from "#shared/languages.ts";
import { en as enHealthCheck, fr as frHealthCheck } from "./health-checks.ts";

const en = {
  title: "Health",
  intro: "What the site needs, and what to do where a light is not green.",
  ...enHealthCheck,
  tones: { good: "Good", warn: "Needs a look", bad: "Needs you", off: "Quiet" },
  summary: {
    good: "All is well.",
    warn: (count: number) =>
      count === 1 ? "One light needs a look." : `${count} lights need a look.`,
    bad: (count: number) => (count === 1 ? "One light needs you." : `${count} lights need you.`),
  },
  since: (time: string) => `Since ${time}`,
  nextStep: "What helps:",
  readAt: (time: string) => `As of ${time}`,
  lookAgain: "Look again",
  loading: "Looking at everything…",
  failed: "The server did not say how it is.",
  alerts: {
    title: "Tell me by mail",
    text: "One mail when a light turns red, at most every six hours, and one when it is well again. Only you get it.",
    tell: (name: string) => `Tell me by mail: ${name}`,
    short: "Tell me by mail",
    elsewhere:
      "With a project elsewhere this server knows no addresses and cannot write to you. Look here now and then.",
    failed: "That could not be saved. Try again.",
    test: "Send me a test mail",
    testing: "Sending…",
    outcomes: {
      sent: "Sent. Look at your inbox, and among the unwanted mails.",
      file: "Written as a file on the server: no mail server is set up.",
      failed: "The mail server did not take it. The light of mail says why.",
      no_address: "Your account has no mail address.",
      too_many: "That was often enough for now. Try again in an hour.",
    },
  },
  mail: {
    badSubject: (site: string, name: string) => `${site}: ${name} needs you`,
    wellSubject: (site: string, name: string) => `${site}: ${name} is well again`,
    testSubject: (site: string) => `${site}: a test of the health mails`,
    test: "This mail was asked for on the health page. When a light that you follow turns red, a mail comes here.",
    page: (address: string) => `All lights: ${address}`,
  },
};

const fr: typeof en = {
  title: "État du site",
  intro: "Ce dont le site a besoin, et quoi faire quand un voyant n’est pas vert.",
  ...frHealthCheck,
  tones: { good: "Bien", warn: "À regarder", bad: "Besoin de vous", off: "Calme" },
  summary: {
    good: "Tout va bien.",
    warn: (count) =>
      count === 1 ? "Un voyant est à regarder." : `${count} voyants sont à regarder.`,
    bad: (count) =>
      count === 1 ? "Un voyant a besoin de vous." : `${count} voyants ont besoin de vous.`,
  },
  since: (time) => `Depuis ${time}`,
  nextStep: "Ce qui aide :",
  readAt: (time) => `Relevé : ${time}`,
  lookAgain: "Regarder encore",
  loading: "Tout est examiné…",
  failed: "Le serveur n’a pas dit comment il va.",
  alerts: {
    title: "Me prévenir par message",
    text: "Un message quand un voyant passe au rouge, au plus toutes les six heures, et un autre quand tout va de nouveau bien. Vous seul le recevez.",
    tell: (name) => `Me prévenir par message : ${name}`,
    short: "Me prévenir par message",
    elsewhere:
      "Avec un projet hébergé ailleurs, ce serveur ne connaît aucune adresse et ne peut pas vous écrire. Passez ici de temps en temps.",
    failed: "Cela n’a pas pu être enregistré. Réessayez.",
    test: "M’envoyer un message d’essai",
    testing: "Envoi en cours…",
    outcomes: {
      sent: "Envoyé. Regardez votre boîte, et parmi les indésirables.",
      file: "Écrit en fichier sur le serveur : aucun serveur de messagerie n’est réglé.",
      failed: "Le serveur de messagerie ne l’a pas pris. Le voyant de la messagerie dit pourquoi.",
      no_address: "Votre compte n’a pas d’adresse de messagerie.",
      too_many: "C’est assez pour le moment. Réessayez dans une heure.",
    },
  },
  mail: {
    badSubject: (site, name) => `${site} : ${name} a besoin de vous`,
    wellSubject: (site, name) => `${site} : ${name} va de nouveau bien`,
    testSubject: (site) => `${site} : un essai des messages d’état`,
    test: "Ce message a été demandé sur la page de l’état du site. Quand un voyant que vous suivez passe au rouge, un message arrive ici.",
    page: (address) => `Tous les voyants : ${address}`,
  },
};

/** Texts of the health page and of its alert mails. */
export const healthMessages: Readonly<Record<Language, typeof en>> = { en, fr };
