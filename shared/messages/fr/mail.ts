import type { mail as en } from "#shared/messages/en/mail.ts";

const IGNORE = "Si vous n’avez rien demandé, ignorez simplement ce message.";
const CODE = "Ou saisissez ce code : {code}";
const HOUR = "Le lien fonctionne une seule fois, pendant une heure.";

export const mail = {
  mails: {
    signup: {
      subject: "Confirmez votre adresse e-mail pour {site}",
      paragraphs: ["Bienvenue ! Merci de confirmer votre adresse e-mail.", HOUR, CODE],
      action: "Confirmer mon adresse",
      closing: IGNORE,
    },
    magiclink: {
      subject: "Votre lien de connexion à {site}",
      paragraphs: ["Suivez ce lien pour vous connecter.", HOUR, CODE],
      action: "Se connecter",
      closing: IGNORE,
    },
    recovery: {
      subject: "Choisissez un nouveau mot de passe pour {site}",
      paragraphs: [
        "Vous avez demandé un nouveau mot de passe. Suivez ce lien pour le choisir.",
        HOUR,
        CODE,
      ],
      action: "Choisir un nouveau mot de passe",
      closing: IGNORE,
    },
    invite: {
      subject: "Vous êtes invité sur {site}",
      paragraphs: ["Un compte a été créé pour vous.", HOUR, CODE],
      action: "Accepter l’invitation",
      closing: IGNORE,
    },
    email_change: {
      subject: "Confirmez le changement de votre adresse e-mail pour {site}",
      paragraphs: [
        "L’adresse de votre compte doit devenir {address}. Le changement sera effectif une fois confirmé depuis les deux boîtes.",
        HOUR,
        CODE,
      ],
      action: "Confirmer le changement",
      closing: "Si vous n’avez rien demandé, ne suivez pas ce lien et changez votre mot de passe.",
    },
    reauthentication: {
      subject: "Votre code pour {site}",
      paragraphs: [
        "Saisissez ce code pour confirmer votre identité : {code}",
        "Il est valable une heure.",
      ],
      action: null,
      closing: "Si vous n’avez rien demandé, changez votre mot de passe.",
    },
    password_changed: {
      subject: "Votre mot de passe pour {site} a été changé",
      paragraphs: [
        "Le mot de passe de votre compte a été changé. Tous les autres appareils ont été déconnectés.",
      ],
      action: null,
      closing: "Si ce n’était pas vous, demandez aussitôt un nouveau mot de passe.",
    },
    email_changed: {
      subject: "Votre adresse e-mail pour {site} a été changée",
      paragraphs: ["Votre compte est désormais lié à l’adresse {address}."],
      action: null,
      closing: "Si ce n’était pas vous, écrivez-nous aussitôt.",
    },
    already_registered: {
      subject: "Vous avez déjà un compte sur {site}",
      paragraphs: [
        "Quelqu’un a voulu s’inscrire avec votre adresse, mais elle a déjà un compte. Connectez-vous, ou demandez un nouveau mot de passe si vous l’avez oublié.",
      ],
      action: null,
      closing: IGNORE,
    },
  },
  smsCode: "{code} est votre code pour {site}. Ne le donnez à personne.",
  continuePage: {
    title: "Encore une étape",
    text: "Appuyez sur le bouton pour utiliser le lien de votre message.",
    go: "Continuer",
  },
} satisfies typeof en;
