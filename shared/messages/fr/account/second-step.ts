import type { secondStep as en } from "#shared/messages/en/account/second-step.ts";

/** By the service's code. */
const failures: Readonly<Record<string, string>> = {
  mfa_verification_failed:
    "Ce code est incorrect. Un code ne sert qu’une fois : attendez le suivant.",
  five_wrong_codes:
    "C’était le cinquième code incorrect. Attendez-en un nouveau et vérifiez que l’horloge de votre téléphone se règle toute seule.",
  over_request_rate_limit:
    "Trop de codes incorrects. Attendez un peu ou passez par un autre moyen.",
  mfa_recovery_codes_locked: "Trop de codes incorrects. Réessayez dans 15 minutes.",
  session_not_found: "Le délai est dépassé. Reconnectez-vous.",
  key_failed: "La clé d’accès n’a pas servi. Réessayez ou passez par un autre moyen.",
};

export const secondStep = {
  failures,
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
  unknownProof: "Ce compte demande une preuve que cette page ne connaît pas.",
} satisfies typeof en;
