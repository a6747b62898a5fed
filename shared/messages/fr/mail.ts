import type { mail as en } from "#shared/messages/en/mail.ts";

const IGNORE = "Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.";
const CODE = "Ou saisissez ce code : {code}";
const HOUR = "Ce lien fonctionne une seule fois et expire dans une heure.";

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
        "Vous avez demandé à changer de mot de passe. Utilisez ce lien pour en choisir un nouveau.",
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
      subject: "Confirmez votre nouvelle adresse e-mail pour {site}",
      paragraphs: [
        "Vous avez demandé à remplacer l’adresse e-mail de votre compte par {address}. Le changement prend effet après confirmation depuis les deux boîtes de réception.",
        HOUR,
        CODE,
      ],
      action: "Confirmer le changement",
      closing:
        "Si vous n’êtes pas à l’origine de cette demande, n’utilisez pas ce lien et changez votre mot de passe.",
    },
    reauthentication: {
      subject: "Votre code pour {site}",
      paragraphs: [
        "Saisissez ce code pour confirmer votre identité : {code}",
        "Il expire dans une heure.",
      ],
      action: null,
      closing: "Si vous n’êtes pas à l’origine de cette demande, changez votre mot de passe.",
    },
    password_changed: {
      subject: "Votre mot de passe pour {site} a été changé",
      paragraphs: [
        "Votre mot de passe a été modifié. Vous avez été déconnecté de tous vos autres appareils.",
      ],
      action: null,
      closing: "Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe.",
    },
    email_changed: {
      subject: "Votre adresse e-mail pour {site} a été changée",
      paragraphs: ["Votre compte utilise désormais l’adresse e-mail {address}."],
      action: null,
      closing: "Si ce n’était pas vous, contactez-nous immédiatement.",
    },
    already_registered: {
      subject: "Vous avez déjà un compte sur {site}",
      paragraphs: [
        "Quelqu’un a essayé de s’inscrire avec votre adresse e-mail, mais vous avez déjà un compte. Connectez-vous, ou réinitialisez votre mot de passe si vous l’avez oublié.",
      ],
      action: null,
      closing: IGNORE,
    },
  },
  smsCode: "{code} est votre code pour {site}. Ne le communiquez à personne.",
  continuePage: {
    title: "Encore une étape",
    text: "Appuyez sur le bouton pour continuer.",
    go: "Continuer",
  },
} satisfies typeof en;
