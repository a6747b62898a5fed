import type { AuthTexts, BackendSettings } from "./settings.ts";

const IGNORE = "If you did not ask for this, you can ignore this mail.";
const CODE = "Or enter this code: {code}";
const HOUR = "The link works once, within one hour.";

/** Texts of the auth service for a server that sets none. */
export const DEFAULT_TEXTS: AuthTexts = {
  language: "en",
  mails: {
    signup: {
      subject: "Confirm your e-mail address for {site}",
      paragraphs: ["Welcome! Please confirm your e-mail address.", HOUR, CODE],
      action: "Confirm my address",
      closing: IGNORE,
    },
    magiclink: {
      subject: "Your sign-in link for {site}",
      paragraphs: ["Follow this link to sign in.", HOUR, CODE],
      action: "Sign in",
      closing: IGNORE,
    },
    recovery: {
      subject: "Choose a new password for {site}",
      paragraphs: ["You asked for a new password. Follow this link to choose one.", HOUR, CODE],
      action: "Choose a new password",
      closing: IGNORE,
    },
    invite: {
      subject: "You are invited to {site}",
      paragraphs: ["Somebody has made an account for you.", HOUR, CODE],
      action: "Accept the invitation",
      closing: IGNORE,
    },
    email_change: {
      subject: "Confirm the change of your e-mail address for {site}",
      paragraphs: [
        "The address of your account is to change to {address}. The change counts once it is confirmed in both mailboxes.",
        HOUR,
        CODE,
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
      closing: IGNORE,
    },
  },
  smsCode: "{code} is your code for {site}. Tell it to nobody.",
  continuePage: {
    title: "One more step",
    text: "Press the button to use the link from your mail.",
    go: "Continue",
  },
};

/** Every setting that a server may leave out. */
export const BACKEND_DEFAULTS: Omit<BackendSettings, "siteUrl" | "dataDir"> = {
  anonymousUsers: true,
  phone: {
    isOn: true,
    mustConfirm: false,
    messagesPerDay: 200,
    twilio: null,
  },
  web3: true,
  manualLinking: true,
  passkeys: true,
  providers: new Map(),
  authTexts: [DEFAULT_TEXTS],
  commonPasswords: { words: new Set(), literals: new Set() },
  bucketPolicies: new Map(),
  corsOrigins: [],
  redirectUrls: [],
  confirmEmail: false,
  disableSignup: false,
  passwordMinLength: 6,
  passwordContextWords: [],
  smtpUrl: null,
  mailFrom: "no-reply@localhost",
  s3: null,
  rest: { schemas: ["public"], aggregates: false, plans: false },
  rateLimitFactor: 1,
  trustedProxies: [],
};
