import type { Language } from "#shared/languages.ts";

const en = {
  /** By error code of the auth service. */
  failures: {
    mfa_verification_failed: "Incorrect code. Each code works only once, so wait for the next one.",
    five_wrong_codes:
      "That was the fifth wrong code. Wait for a new one, and check that your phone sets its clock automatically.",
    over_request_rate_limit: "Too many wrong codes. Wait a while or use another method.",
    mfa_recovery_codes_locked: "Too many wrong codes. Try again in 15 minutes.",
    session_not_found: "Sign-in timed out. Sign in again.",
    key_failed: "The passkey wasn't used. Try again or use another method.",
  } as Readonly<Record<string, string>>,
  title: "Two-step sign-in",
  code: "Code",
  codeHint: "Enter the 6-digit code from your authenticator app.",
  proceed: "Continue",
  checking: "Checking...",
  useApp: "Use your authenticator app",
  useKey: "Use a passkey",
  useRecovery: "Use a recovery code",
  otherAccount: "Use another account",
  recoveryCode: "Recovery code",
  recoveryHint: "One of the codes you saved. Each works only once.",
  keyText: "Confirm with your passkey or security key.",
  showKey: "Use passkey",
  unknownFactor: "This account uses a sign-in method that isn't supported here.",
};

const fr: typeof en = {
  failures: {
    mfa_verification_failed: "Code incorrect. Un code ne sert qu’une fois : attendez le suivant.",
    five_wrong_codes:
      "C’était le cinquième code incorrect. Attendez un nouveau code et vérifiez que votre téléphone règle l’heure automatiquement.",
    over_request_rate_limit:
      "Trop de codes incorrects. Attendez un peu ou utilisez une autre méthode.",
    mfa_recovery_codes_locked: "Trop de codes incorrects. Réessayez dans 15 minutes.",
    session_not_found: "Le délai est dépassé. Reconnectez-vous.",
    key_failed: "La clé d’accès n’a pas été utilisée. Réessayez ou utilisez une autre méthode.",
  },
  title: "Connexion en deux étapes",
  code: "Code",
  codeHint: "Saisissez le code à 6 chiffres de votre application d’authentification.",
  proceed: "Continuer",
  checking: "Vérification…",
  useApp: "Utiliser l’application d’authentification",
  useKey: "Utiliser une clé d’accès",
  useRecovery: "Utiliser un code de secours",
  otherAccount: "Utiliser un autre compte",
  recoveryCode: "Code de secours",
  recoveryHint: "L’un des codes que vous avez conservés. Chacun ne sert qu’une fois.",
  keyText: "Confirmez avec votre clé d’accès ou votre clé de sécurité.",
  showKey: "Utiliser la clé d’accès",
  unknownFactor: "Ce compte utilise une méthode de connexion qui n’est pas prise en charge ici.",
};

/** Texts of the second factor at sign-in. */
export const mfaMessages: Readonly<Record<Language, typeof en>> = { en, fr };
