import type { Language } from "#shared/languages.ts";

const en = {
  title: "You are invited to help",
  signInText:
    "Sign in with the e-mail address that this invitation was made for. It then opens the studio, where helpers run this site.",
  noAccount: "No account yet? Create one with that address, then open the invitation’s link again.",
  createAccount: "Create an account",
  firstTitle: "Become the first owner of the studio",
  firstSignUpText:
    "The studio of this site has no owner yet. Create your account here; this page then leads you through two-step sign-in and into the studio.",
  firstSignInText: "Sign in with your account; this page then leads you on into the studio.",
  toSignIn: "I have an account",
  toSignUp: "I have no account yet",
  confirmText: (address: string) =>
    `We sent a link to ${address}. Open it to confirm your address, then open the printed link again.`,
  becomeOwner: "Become the owner",
  stepText: "Your account asks for its second step first.",
  joinAs: (address: string) => `You are signed in as ${address}.`,
  join: "Join the helpers",
  joining: "One moment…",
  failed: "The site did not answer. Try again in a moment.",
  acceptedTitle: "Welcome among the helpers",
  acceptedText: "The studio is open to you now.",
  openStudio: "Open the studio",
  stepTitle: "One more step",
  needsStepText:
    "You have joined. Your rights ask for a second step of signing in, such as a code from an app on your phone; they begin as soon as you have shown it. Set it up here, then open the studio.",
  codeTitle: "Confirm your e-mail address",
  codeText: (address: string) =>
    `This invitation was made for ${address}. Enter a code that we send there: it shows that the mailbox is yours. Your rights begin after that.`,
  sendCode: "Send the code",
  sendAgain: "Send another code",
  codeSent: (address: string) => `A mail with a code is on its way to ${address}.`,
  code: "Code from the mail",
  confirmCode: "Confirm and join",
  wrongCode: "This code is not right, or it is too old. Compare it with the latest mail.",
  tooManyCodes: "Too many attempts. Wait a few minutes, then try again.",
  refusedTitle: "This link does not let you in",
  otherAddress: (made: string, own: string) =>
    `The link was made for ${made}, and you are signed in as ${own}. Sign out, then sign in with the other address.`,
  noAddress: "This link needs an account with an e-mail address.",
  signOut: "Sign out",
  firstReplaced:
    "A newer link has been printed, which has replaced this one. Open the newest that the server has printed, or print another one with npm run admin -- owner.",
  firstOver:
    "This link is over: it is older than 7 days, or the studio has an owner by now, who can invite you.",
  outcomes: {
    unknown:
      "There is no such link. Copy it again from the message, to its very end, or ask for another one.",
    used: "This link has been used. It works once; if it was not you, tell whoever invited you.",
    over: "This link is over: it was too old, or whoever made it may no longer invite. Ask for another one.",
    unconfirmed:
      "Confirm your e-mail address first, with the mail that you were sent. Then open this link again.",
    already: "You help here already. What you may do is changed in the studio, by an owner.",
  },
};

const fr: typeof en = {
  title: "Vous êtes invité à aider",
  signInText:
    "Connectez-vous avec l’adresse e-mail à laquelle cette invitation est destinée. Elle ouvre alors le studio, où l’équipe fait vivre ce site.",
  noAccount:
    "Pas encore de compte ? Créez-en un avec cette adresse, puis ouvrez de nouveau le lien de l’invitation.",
  createAccount: "Créer un compte",
  firstTitle: "Devenez le premier responsable du studio",
  firstSignUpText:
    "Le studio de ce site n’a pas encore de responsable. Créez votre compte ici ; cette page vous mène ensuite par la connexion en deux étapes jusque dans le studio.",
  firstSignInText:
    "Connectez-vous avec votre compte ; cette page vous mène ensuite jusque dans le studio.",
  toSignIn: "J’ai un compte",
  toSignUp: "Je n’ai pas encore de compte",
  confirmText: (address: string) =>
    `Nous avons envoyé un lien à ${address}. Ouvrez-le pour confirmer votre adresse, puis ouvrez de nouveau le lien affiché par le serveur.`,
  becomeOwner: "Devenir responsable",
  stepText: "Votre compte demande d’abord sa seconde étape.",
  joinAs: (address: string) => `Vous êtes connecté avec l’adresse ${address}.`,
  join: "Rejoindre l’équipe",
  joining: "Un instant…",
  failed: "Le site n’a pas répondu. Réessayez dans un instant.",
  acceptedTitle: "Bienvenue dans l’équipe",
  acceptedText: "Le studio vous est ouvert.",
  openStudio: "Ouvrir le studio",
  stepTitle: "Encore une étape",
  needsStepText:
    "Vous avez rejoint l’équipe. Vos droits demandent une seconde étape de connexion, par exemple un code donné par une application de votre téléphone ; ils commencent dès que vous l’avez franchie. Mettez-la en place ici, puis ouvrez le studio.",
  codeTitle: "Confirmez votre adresse e-mail",
  codeText: (address: string) =>
    `Cette invitation est destinée à ${address}. Saisissez un code que nous y envoyons : il montre que cette boîte est à vous. Vos droits commencent ensuite.`,
  sendCode: "Envoyer le code",
  sendAgain: "Envoyer un autre code",
  codeSent: (address: string) => `Un message avec un code part vers ${address}.`,
  code: "Code reçu par e-mail",
  confirmCode: "Confirmer et rejoindre",
  wrongCode: "Ce code n’est pas bon, ou il est trop ancien. Comparez-le au dernier message.",
  tooManyCodes: "Trop d’essais. Attendez quelques minutes, puis réessayez.",
  refusedTitle: "Ce lien ne vous ouvre pas le studio",
  otherAddress: (made: string, own: string) =>
    `Le lien est destiné à ${made}, et vous êtes connecté avec ${own}. Déconnectez-vous, puis connectez-vous avec l’autre adresse.`,
  noAddress: "Ce lien demande un compte avec une adresse e-mail.",
  signOut: "Se déconnecter",
  firstReplaced:
    "Un lien plus récent a été affiché et remplace celui-ci. Ouvrez le dernier que le serveur a affiché, ou affichez-en un autre avec npm run admin -- owner.",
  firstOver:
    "Ce lien n’est plus valable : il a plus de 7 jours, ou le studio a maintenant un responsable, qui peut vous inviter.",
  outcomes: {
    unknown:
      "Ce lien n’existe pas. Copiez-le de nouveau depuis le message, jusqu’au dernier caractère, ou demandez-en un autre.",
    used: "Ce lien a déjà servi. Il ne sert qu’une fois ; si ce n’était pas vous, prévenez la personne qui vous a invité.",
    over: "Ce lien n’est plus valable : il est trop ancien, ou la personne qui l’a créé ne peut plus inviter. Demandez-en un autre.",
    unconfirmed:
      "Confirmez d’abord votre adresse e-mail grâce au message que vous avez reçu. Ouvrez ensuite de nouveau ce lien.",
    already: "Vous aidez déjà ici. Un responsable modifie vos droits dans le studio.",
  },
};

/** Texts of the page that accepts an invitation. */
export const joinMessages: Readonly<Record<Language, typeof en>> = { en, fr };
