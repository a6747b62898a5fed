import type { Language } from "#shared/languages.ts";

const en = {
  /** By error code of the auth service. */
  failures: {
    mfa_verification_failed: "That code is not right. A code counts once: wait for the next one.",
    five_wrong_codes:
      "That was the fifth wrong code. Wait for a new one, and see that the clock of your phone sets itself.",
    over_request_rate_limit: "Too many wrong codes. Wait a while, or use another way.",
    mfa_recovery_codes_locked: "Too many wrong codes. Try again in 15 minutes.",
    session_not_found: "This took too long. Sign in again.",
    key_failed: "The passkey was not used. Try again, or use another way.",
  } as Readonly<Record<string, string>>,
  title: "Two-step sign-in",
  code: "Code",
  codeHint: "The 6 digits that your authenticator app shows.",
  proceed: "Continue",
  checking: "Checking...",
  useApp: "Use a code from your app",
  useKey: "Use a passkey",
  useRecovery: "Use a recovery code",
  otherAccount: "Use another account",
  recoveryCode: "Recovery code",
  recoveryHint: "One of the codes that you kept. Each counts once.",
  keyText: "Confirm with your passkey or security key.",
  showKey: "Use passkey",
  unknownFactor: "This account asks for a proof that this page does not know.",
};

const fr: typeof en = {
  failures: {
    mfa_verification_failed:
      "Ce code est incorrect. Un code ne sert qu’une fois : attendez le suivant.",
    five_wrong_codes:
      "C’était le cinquième code incorrect. Attendez-en un nouveau et vérifiez que l’horloge de votre téléphone se règle toute seule.",
    over_request_rate_limit:
      "Trop de codes incorrects. Attendez un peu ou passez par un autre moyen.",
    mfa_recovery_codes_locked: "Trop de codes incorrects. Réessayez dans 15 minutes.",
    session_not_found: "Le délai est dépassé. Reconnectez-vous.",
    key_failed: "La clé d’accès n’a pas servi. Réessayez ou passez par un autre moyen.",
  },
  title: "Connexion en deux étapes",
  code: "Code",
  codeHint: "Les 6 chiffres affichés par votre application d’authentification.",
  proceed: "Continuer",
  checking: "Vérification...",
  useApp: "Utiliser un code de l’application",
  useKey: "Utiliser une clé d’accès",
  useRecovery: "Utiliser un code de secours",
  otherAccount: "Utiliser un autre compte",
  recoveryCode: "Code de secours",
  recoveryHint: "L’un des codes que vous avez gardés. Chacun ne sert qu’une fois.",
  keyText: "Confirmez avec votre clé d’accès ou votre clé de sécurité.",
  showKey: "Utiliser la clé d’accès",
  unknownFactor: "Ce compte demande une preuve que cette page ne connaît pas.",
};

/** Texts of the second factor at sign-in. */
export const mfaMessages: Readonly<Record<Language, typeof en>> = { en, fr };
