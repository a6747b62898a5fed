const IGNORE = "If you didn't request this, you can ignore this email.";
const CODE = "Or enter this code: {code}";
const HOUR = "This link works once and expires in one hour.";

/**
 * Texts of the auth service's mails and pages. `{site}` is the sender's name, `{code}` the one-time code,
 * `{address}` an email address. Mails without a code omit the paragraph with `{code}`.
 */
export const mail = {
  mails: {
    signup: {
      subject: "Confirm your email address for {site}",
      paragraphs: ["Welcome! Please confirm your email address.", HOUR, CODE],
      action: "Confirm my address",
      closing: IGNORE,
    },
    magiclink: {
      subject: "Your sign-in link for {site}",
      paragraphs: ["Use this link to sign in.", HOUR, CODE],
      action: "Sign in",
      closing: IGNORE,
    },
    recovery: {
      subject: "Choose a new password for {site}",
      paragraphs: [
        "You asked to change your password. Use this link to choose a new one.",
        HOUR,
        CODE,
      ],
      action: "Choose a new password",
      closing: IGNORE,
    },
    invite: {
      subject: "You're invited to {site}",
      paragraphs: ["An account has been created for you.", HOUR, CODE],
      action: "Accept the invitation",
      closing: IGNORE,
    },
    email_change: {
      subject: "Confirm your new email address for {site}",
      paragraphs: [
        "You asked to change your account's email address to {address}. The change takes effect once it's confirmed from both mailboxes.",
        HOUR,
        CODE,
      ],
      action: "Confirm the change",
      closing: "If you didn't request this, don't use the link, and change your password.",
    },
    reauthentication: {
      subject: "Your code for {site}",
      paragraphs: ["Enter this code to confirm it's you: {code}", "It expires in one hour."],
      action: null,
      closing: "If you didn't request this, change your password.",
    },
    password_changed: {
      subject: "Your password for {site} was changed",
      paragraphs: ["Your password was changed. You've been signed out on all other devices."],
      action: null,
      closing: "If this wasn't you, reset your password immediately.",
    },
    email_changed: {
      subject: "Your email address for {site} was changed",
      paragraphs: ["Your account now uses the email address {address}."],
      action: null,
      closing: "If this wasn't you, contact us immediately.",
    },
    already_registered: {
      subject: "You already have an account with {site}",
      paragraphs: [
        "Someone tried to sign up with your email address, but you already have an account. Sign in, or reset your password if you've forgotten it.",
      ],
      action: null,
      closing: IGNORE,
    },
  },
  smsCode: "{code} is your code for {site}. Don't share it with anyone.",
  continuePage: {
    title: "One more step",
    text: "Press the button to continue from the link in your email.",
    go: "Continue",
  },
};
