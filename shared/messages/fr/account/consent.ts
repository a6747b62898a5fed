import type { consent as en } from "#shared/messages/en/account/consent.ts";

export const consent = {
  title: "Se connecter à une autre application",
  description: "Décidez si une autre application peut savoir qui vous êtes.",
  signInFirst: "Connectez-vous d’abord. Vous déciderez ensuite de ce que l’application peut voir.",
  reading: "Lecture de la demande...",
  invalid:
    "Cette demande n’est pas valable, ou ne l’est plus. Retournez dans l’application et recommencez.",
  unreadable: "La demande n’a pas pu être lue.",
  tryAgain: "Réessayer",
  failed: "Cela n’a pas fonctionné",
  goHome: "Aller à l’accueil",
  asks: (application: string) => `${application} souhaite vous connecter`,
  nameless: "Une application",
  leadsTo: (host: string) => `Vous retournerez sur ${host}.`,
  signedInAs: (email: string) => `Vous êtes connecté avec ${email}.`,
  mayRead: "Elle pourra voir :",
  scopes: {
    openid: "Quel compte est le vôtre ici",
    email: "Votre adresse e-mail",
    profile: "Votre nom et votre photo",
    phone: "Votre numéro de téléphone",
  } as Readonly<Record<string, string>>,
  limits: "Elle ne voit jamais votre mot de passe et ne peut pas modifier votre compte.",
  allow: "Autoriser",
  allowing: "Autorisation...",
  refuse: "Refuser",
} satisfies typeof en;
