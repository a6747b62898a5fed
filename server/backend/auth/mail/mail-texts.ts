/**
 * Every word that the service mails. `{site}` is the name of the sender, `{code}` the one-time code,
 * `{address}` an e-mail address. A paragraph with `{code}` is left out of mails without one.
 */

export type MailLanguage = "en" | "fr";

export const MAIL_KINDS = [
  "signup",
  "magiclink",
  "recovery",
  "invite",
  "email_change",
  "reauthentication",
  "password_changed",
  "email_changed",
  "already_registered",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export type MailText = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the link; mails without a link have none. */
  readonly action: string | null;
  readonly closing: string;
};

const IGNORE_EN = "If you did not ask for this, you can ignore this mail.";
const IGNORE_FR = "Si vous n'avez rien demandé, ignorez simplement ce message.";
const CODE_EN = "Or enter this code: {code}";
const CODE_FR = "Ou saisissez ce code : {code}";
const HOUR_EN = "The link works once, within one hour.";
const HOUR_FR = "Le lien fonctionne une seule fois, pendant une heure.";

const ENGLISH: Readonly<Record<MailKind, MailText>> = {
  signup: {
    subject: "Confirm your e-mail address for {site}",
    paragraphs: ["Welcome! Please confirm your e-mail address.", HOUR_EN, CODE_EN],
    action: "Confirm my address",
    closing: IGNORE_EN,
  },
  magiclink: {
    subject: "Your sign-in link for {site}",
    paragraphs: ["Follow this link to sign in.", HOUR_EN, CODE_EN],
    action: "Sign in",
    closing: IGNORE_EN,
  },
  recovery: {
    subject: "Choose a new password for {site}",
    paragraphs: ["You asked for a new password. Follow this link to choose one.", HOUR_EN, CODE_EN],
    action: "Choose a new password",
    closing: IGNORE_EN,
  },
  invite: {
    subject: "You are invited to {site}",
    paragraphs: ["Somebody has made an account for you.", HOUR_EN, CODE_EN],
    action: "Accept the invitation",
    closing: IGNORE_EN,
  },
  email_change: {
    subject: "Confirm the change of your e-mail address for {site}",
    paragraphs: [
      "The address of your account is to change to {address}. The change counts once it is confirmed in both mailboxes.",
      HOUR_EN,
      CODE_EN,
    ],
    action: "Confirm the change",
    closing: "If you did not ask for this, do not follow the link and change your password.",
  },
  reauthentication: {
    subject: "Your code for {site}",
    paragraphs: ["Enter this code to confirm that it is you: {code}", "It works for one hour."],
    action: null,
    closing: "If you did not ask for this, change your password.",
  },
  password_changed: {
    subject: "Your password for {site} was changed",
    paragraphs: ["The password of your account was changed. All other devices were signed out."],
    action: null,
    closing: "If this was not you, ask for a new password at once.",
  },
  email_changed: {
    subject: "Your e-mail address for {site} was changed",
    paragraphs: ["Your account now belongs to the address {address}."],
    action: null,
    closing: "If this was not you, write to us at once.",
  },
  already_registered: {
    subject: "You already have an account with {site}",
    paragraphs: [
      "Somebody tried to sign up with your address, but it has an account already. Sign in, or ask for a new password if you forgot it.",
    ],
    action: null,
    closing: IGNORE_EN,
  },
};

const FRENCH: Readonly<Record<MailKind, MailText>> = {
  signup: {
    subject: "Confirmez votre adresse e-mail pour {site}",
    paragraphs: ["Bienvenue ! Merci de confirmer votre adresse e-mail.", HOUR_FR, CODE_FR],
    action: "Confirmer mon adresse",
    closing: IGNORE_FR,
  },
  magiclink: {
    subject: "Votre lien de connexion à {site}",
    paragraphs: ["Suivez ce lien pour vous connecter.", HOUR_FR, CODE_FR],
    action: "Se connecter",
    closing: IGNORE_FR,
  },
  recovery: {
    subject: "Choisissez un nouveau mot de passe pour {site}",
    paragraphs: [
      "Vous avez demandé un nouveau mot de passe. Suivez ce lien pour le choisir.",
      HOUR_FR,
      CODE_FR,
    ],
    action: "Choisir un nouveau mot de passe",
    closing: IGNORE_FR,
  },
  invite: {
    subject: "Vous êtes invité sur {site}",
    paragraphs: ["Un compte a été créé pour vous.", HOUR_FR, CODE_FR],
    action: "Accepter l'invitation",
    closing: IGNORE_FR,
  },
  email_change: {
    subject: "Confirmez le changement de votre adresse e-mail pour {site}",
    paragraphs: [
      "L'adresse de votre compte doit devenir {address}. Le changement sera effectif une fois confirmé depuis les deux boîtes.",
      HOUR_FR,
      CODE_FR,
    ],
    action: "Confirmer le changement",
    closing: "Si vous n'avez rien demandé, ne suivez pas ce lien et changez votre mot de passe.",
  },
  reauthentication: {
    subject: "Votre code pour {site}",
    paragraphs: [
      "Saisissez ce code pour confirmer votre identité : {code}",
      "Il est valable une heure.",
    ],
    action: null,
    closing: "Si vous n'avez rien demandé, changez votre mot de passe.",
  },
  password_changed: {
    subject: "Votre mot de passe pour {site} a été changé",
    paragraphs: [
      "Le mot de passe de votre compte a été changé. Tous les autres appareils ont été déconnectés.",
    ],
    action: null,
    closing: "Si ce n'était pas vous, demandez aussitôt un nouveau mot de passe.",
  },
  email_changed: {
    subject: "Votre adresse e-mail pour {site} a été changée",
    paragraphs: ["Votre compte est désormais lié à l'adresse {address}."],
    action: null,
    closing: "Si ce n'était pas vous, écrivez-nous aussitôt.",
  },
  already_registered: {
    subject: "Vous avez déjà un compte sur {site}",
    paragraphs: [
      "Quelqu'un a voulu s'inscrire avec votre adresse, mais elle a déjà un compte. Connectez-vous, ou demandez un nouveau mot de passe si vous l'avez oublié.",
    ],
    action: null,
    closing: IGNORE_FR,
  },
};

export const MAIL_TEXTS: Readonly<Record<MailLanguage, Readonly<Record<MailKind, MailText>>>> = {
  en: ENGLISH,
  fr: FRENCH,
};
