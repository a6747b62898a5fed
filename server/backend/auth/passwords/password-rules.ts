import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { BackendSettings, CommonPasswords } from "#server/backend/settings.ts";
import type { PasswordRequirements } from "#server/backend/sign-in-settings.ts";
import { isCommonPassword } from "./common-passwords.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";

/** Longest password in UTF-8 bytes; more would not be told apart by bcrypt. */
const PASSWORD_MAX_BYTES = 72;
/** Shortest password of an account with `app_metadata.role` "admin". */
const ADMIN_PASSWORD_MIN_BYTES = 15;
/** A personal word may stand in a password only if this much else does. */
const REST_MIN_CHARACTERS = 6;
/** Shorter personal words are found in anything. */
const PERSONAL_WORD_MIN_CHARACTERS = 4;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
/** As Supabase's command line writes them into its auth service. */
const SYMBOLS = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";

/** One character of each set must occur. */
const CHARACTER_SETS: Readonly<Record<PasswordRequirements, readonly string[]>> = {
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
};

/** Why a password is weak, in the words and with the reason that clients know. */
export type Weakness = {
  readonly reason: "length" | "characters" | "pwned";
  readonly message: string;
};

/** A password that others know. */
export const WELL_KNOWN: Weakness = {
  reason: "pwned",
  message: "Password is known to be weak and easy to guess, please choose a different one.",
};

/** Longer texts of the metadata are not names. */
const PERSONAL_TEXT_MAX_CHARACTERS = 100;

/** What a password is judged by. */
export type PasswordContext = {
  /** Shortest password in UTF-8 bytes. */
  readonly minBytes: number;
  /** Sets of characters of which one each must occur. */
  readonly characterSets: readonly string[];
  /** What everybody guesses and what names are made of may not be one. */
  readonly refusesWellKnown: boolean;
  /** What the product's people choose first. */
  readonly commonPasswords: CommonPasswords;
  /** Names of the product and of whoever runs it: may not occur at all. */
  readonly contextWords: readonly string[];
  /** E-mail address and names of the person: may not be most of the password. */
  readonly email: string;
  readonly personalTexts: readonly string[];
};

/** The context of an account's password; names are looked for in all short texts of its metadata. */
export function toPasswordContext(
  settings: Pick<
    BackendSettings,
    | "passwordMinLength"
    | "passwordRequirements"
    | "passwordContextWords"
    | "commonPasswords"
    | "refusesWellKnownPasswords"
  >,
  account: {
    readonly email: string;
    readonly data: JsonObject;
    readonly appMetadata?: JsonObject;
  },
): PasswordContext {
  const { passwordRequirements, refusesWellKnownPasswords } = settings;
  const isAdmin = refusesWellKnownPasswords && account.appMetadata?.["role"] === "admin";
  const texts = Object.values(account.data).filter((value) => typeof value === "string");
  return {
    minBytes: Math.max(settings.passwordMinLength, isAdmin ? ADMIN_PASSWORD_MIN_BYTES : 0),
    characterSets: passwordRequirements === null ? [] : CHARACTER_SETS[passwordRequirements],
    refusesWellKnown: refusesWellKnownPasswords,
    commonPasswords: settings.commonPasswords,
    contextWords: settings.passwordContextWords,
    email: account.email,
    personalTexts: texts.filter((text) => text.length <= PERSONAL_TEXT_MAX_CHARACTERS),
  };
}

/**
 * Everything that makes a password weak, in the order of the documented service. Whether it is well
 * known is asked only of one that is not weak otherwise.
 *
 * @throws AuthError 400 validation_failed beyond 72 bytes.
 */
export function findWeaknesses(password: string, context: PasswordContext): readonly Weakness[] {
  const byteCount = Buffer.byteLength(password);
  if (byteCount > PASSWORD_MAX_BYTES) {
    throw validationFailed("Password cannot be longer than 72 characters");
  }
  const { minBytes, characterSets } = context;
  const weaknesses: Weakness[] = [];
  if (byteCount < minBytes) {
    const message = `Password should be at least ${minBytes} characters.`;
    weaknesses.push({ reason: "length", message });
  }
  if (!characterSets.every((set) => Array.from(set).some((sign) => password.includes(sign)))) {
    const message = `Password should contain at least one character of each: ${characterSets.join(", ")}.`;
    weaknesses.push({ reason: "characters", message });
  }
  if (weaknesses.length > 0 || !context.refusesWellKnown) return weaknesses;
  const isWellKnown =
    isCommonPassword(password, context.commonPasswords) || isMadeOfContext(password, context);
  return isWellKnown ? [WELL_KNOWN] : [];
}

/** @throws AuthError 422 weak_password with all reasons, unless there are none. */
export function refuseWeak(weaknesses: readonly Weakness[]): void {
  if (weaknesses.length === 0) return;
  const message = weaknesses.map((weakness) => weakness.message).join(" ");
  const reasons = weaknesses.map(({ reason }) => reason);
  throw new AuthError(422, "weak_password", message, { reasons });
}

function isMadeOfContext(password: string, context: PasswordContext): boolean {
  const letters = condense(password);
  if (context.contextWords.some((word) => isIn(letters, condense(word)))) return true;
  const rest = personalWords(context)
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ""), letters);
  return rest !== letters && rest.length < REST_MIN_CHARACTERS;
}

function isIn(letters: string, word: string): boolean {
  if (word === "") return false;
  return word.length < PERSONAL_WORD_MIN_CHARACTERS ? letters === word : letters.includes(word);
}

function personalWords({ email, personalTexts }: PasswordContext): string[] {
  const localPart = email.slice(0, Math.max(0, email.lastIndexOf("@")));
  const texts = [localPart, ...personalTexts];
  const words = texts.flatMap((text) => [text, ...text.split(/[\s._+-]+/)]);
  return words
    .map((word) => condense(word))
    .filter((word) => word.length >= PERSONAL_WORD_MIN_CHARACTERS);
}

/** Lower case without spaces, so that "Some Name" is found in "somename2025". */
function condense(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
}
