/** By the service's code. */
const failures: Readonly<Record<string, string>> = {
  mfa_verification_failed: "That code is not right. A code counts once: wait for the next one.",
  five_wrong_codes:
    "That was the fifth wrong code. Wait for a new one, and see that the clock of your phone sets itself.",
  over_request_rate_limit: "Too many wrong codes. Wait a while, or use another way.",
  mfa_recovery_codes_locked: "Too many wrong codes. Try again in 15 minutes.",
  session_not_found: "This took too long. Sign in again.",
  key_failed: "The passkey was not used. Try again, or use another way.",
};

export const secondStep = {
  failures,
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
  unknownProof: "This account asks for a proof that this page does not know.",
};
