import type { Language } from "#shared/languages.ts";

const en = {
  title: "You're invited to join the team",
  account: {
    signIn:
      "Sign in with the email address this invitation was sent to. You then get access to the studio, where the team runs this site.",
    signUp:
      "Create an account with the email address this invitation was sent to. You then get access to the studio, where the team runs this site.",
  },
  firstTitle: "Become the first owner of the studio",
  firstAccount: {
    signIn: "Sign in with your account; this page then leads you on into the studio.",
    signUp:
      "The studio of this site has no owner yet. Create your account here; this page then leads you through two-step sign-in and into the studio.",
  },
  toSignIn: "I have an account",
  toSignUp: "I have no account yet",
  confirmText: (address: string) =>
    `We sent a link to ${address}. Open it to confirm your address, then open the link to this page again.`,
  becomeOwner: "Become the owner",
  stepText: "Confirm your two-step sign-in first.",
  joinAs: (address: string) => `You're signed in as ${address}.`,
  join: "Join the team",
  joining: "Joining...",
  failed: "The site isn't responding. Try again in a moment.",
  acceptedTitle: "Welcome to the team",
  acceptedText: "You now have access to the studio.",
  openStudio: "Open the studio",
  stepTitle: "One more step",
  needsStepText:
    "You've joined the team. Your role requires two-step sign-in, such as a code from an app on your phone. Set it up here, then open the studio.",
  codeTitle: "Confirm your email address",
  codeText: (address: string) =>
    `This invitation was sent to ${address}. Enter the code we send there to confirm it's yours. Your permissions are active after that.`,
  sendCode: "Send the code",
  sendAgain: "Send another code",
  codeSent: (address: string) => `We sent a code to ${address}.`,
  code: "Code from the email",
  confirmCode: "Confirm and join",
  wrongCode: "Incorrect or expired code. Check the latest email.",
  tooManyCodes: "Too many attempts. Wait a few minutes, then try again.",
  refusedTitle: "This link doesn't work",
  usedTitle: "This link has already been used",
  alreadyTitle: "You're already on the team",
  otherAddress: (made: string, own: string) =>
    `This link is for ${made}, but you're signed in as ${own}. Sign out, then sign in with the other address.`,
  noAddress: "This link needs an account with an email address.",
  signOut: "Sign out",
  firstReplaced:
    "A newer link has replaced this one. Open the latest link printed by the server, or create another one with npm run admin -- owner.",
  firstOver:
    "This link has expired: it is more than 7 days old, or the studio now has an owner, who can invite you.",
  outcomes: {
    unknown:
      "This link isn't valid. Copy it again from the message, to the last character, or ask for a new one.",
    used: "It works only once. If it was you, open the studio. If not, tell the person who invited you.",
    over: "This link has expired, or the person who created it can no longer invite. Ask for a new one.",
    unconfirmed:
      "Confirm your email address first with the email we sent you. Then open this link again.",
    already: "An owner can change your permissions in the studio.",
  },
};

const fr: typeof en = {
  title: "Vous êtes invité à rejoindre l’équipe",
  account: {
    signIn:
      "Connectez-vous avec l’adresse e-mail qui a reçu cette invitation. Vous aurez alors accès au studio, où l’équipe gère ce site.",
    signUp:
      "Créez un compte avec l’adresse e-mail qui a reçu cette invitation. Vous aurez alors accès au studio, où l’équipe gère ce site.",
  },
  firstTitle: "Devenez le premier responsable du studio",
  firstAccount: {
    signIn:
      "Connectez-vous avec votre compte ; cette page vous mène ensuite jusque dans le studio.",
    signUp:
      "Le studio de ce site n’a pas encore de responsable. Créez votre compte ici ; cette page vous mène ensuite par la connexion en deux étapes jusque dans le studio.",
  },
  toSignIn: "J’ai un compte",
  toSignUp: "Je n’ai pas encore de compte",
  confirmText: (address: string) =>
    `Nous avons envoyé un lien à ${address}. Ouvrez-le pour confirmer votre adresse, puis ouvrez de nouveau le lien de cette page.`,
  becomeOwner: "Devenir responsable",
  stepText: "Confirmez d’abord votre connexion en deux étapes.",
  joinAs: (address: string) => `Vous êtes connecté avec l’adresse ${address}.`,
  join: "Rejoindre l’équipe",
  joining: "Ajout à l’équipe…",
  failed: "Le site ne répond pas. Réessayez dans un instant.",
  acceptedTitle: "Bienvenue dans l’équipe",
  acceptedText: "Vous avez maintenant accès au studio.",
  openStudio: "Ouvrir le studio",
  stepTitle: "Encore une étape",
  needsStepText:
    "Vous avez rejoint l’équipe. Votre rôle exige la connexion en deux étapes, par exemple un code d’une application de votre téléphone. Configurez-la ici, puis ouvrez le studio.",
  codeTitle: "Confirmez votre adresse e-mail",
  codeText: (address: string) =>
    `Cette invitation est destinée à ${address}. Saisissez le code que nous y envoyons pour confirmer que cette adresse est la vôtre. Vos droits seront actifs ensuite.`,
  sendCode: "Envoyer le code",
  sendAgain: "Envoyer un autre code",
  codeSent: (address: string) => `Nous avons envoyé un code à ${address}.`,
  code: "Code reçu par e-mail",
  confirmCode: "Confirmer et rejoindre",
  wrongCode: "Code incorrect ou expiré. Vérifiez le dernier e-mail.",
  tooManyCodes: "Trop de tentatives. Patientez quelques minutes, puis réessayez.",
  refusedTitle: "Ce lien ne fonctionne pas",
  usedTitle: "Ce lien a déjà été utilisé",
  alreadyTitle: "Vous faites déjà partie de l’équipe",
  otherAddress: (made: string, own: string) =>
    `Ce lien est destiné à ${made}, mais vous êtes connecté avec ${own}. Déconnectez-vous, puis connectez-vous avec l’autre adresse.`,
  noAddress: "Ce lien demande un compte avec une adresse e-mail.",
  signOut: "Se déconnecter",
  firstReplaced:
    "Un lien plus récent remplace celui-ci. Ouvrez le dernier lien affiché par le serveur, ou créez-en un autre avec npm run admin -- owner.",
  firstOver:
    "Ce lien a expiré : il a plus de 7 jours, ou le studio a maintenant un responsable, qui peut vous inviter.",
  outcomes: {
    unknown:
      "Ce lien n’est pas valable. Copiez-le de nouveau depuis le message, jusqu’au dernier caractère, ou demandez-en un autre.",
    used: "Il ne sert qu’une fois. Si c’était vous, ouvrez le studio. Sinon, prévenez la personne qui vous a invité.",
    over: "Ce lien a expiré, ou la personne qui l’a créé ne peut plus inviter. Demandez-en un autre.",
    unconfirmed:
      "Confirmez d’abord votre adresse e-mail avec l’e-mail que vous avez reçu, puis ouvrez de nouveau ce lien.",
    already: "Un responsable peut modifier vos droits dans le studio.",
  },
};

/** Texts of the page that accepts an invitation. */
export const joinMessages: Readonly<Record<Language, typeof en>> = { en, fr };
