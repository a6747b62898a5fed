export const join = {
  title: "Vous êtes invité à aider",
  signInText:
    "Connectez-vous avec l’adresse e-mail à laquelle cette invitation est destinée. Elle ouvre alors le studio, où l’équipe fait vivre ce site.",
  noAccount:
    "Pas encore de compte ? Créez-en un avec cette adresse, puis ouvrez de nouveau le lien de l’invitation.",
  createAccount: "Créer un compte",
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
    "Vous avez rejoint l’équipe. Vos droits demandent une seconde étape de connexion, par exemple un code donné par une application de votre téléphone ; ils commencent dès que vous l’avez franchie. Mettez-la en place dans votre profil, puis ouvrez le studio.",
  needsStepAction: "La mettre en place",
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
