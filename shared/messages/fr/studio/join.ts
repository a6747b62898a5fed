export const join = {
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
