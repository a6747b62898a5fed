import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import type { BackendSettings } from "#backend/settings.ts";
import { isCommonPassword } from "./common-passwords.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** UTF-8 bytes; bcrypt ignores further bytes. */
const PASSWORD_MAX_BYTES = 72;
/** Minimum length for accounts with `app_metadata.role` "admin". */
const ADMIN_PASSWORD_MIN_BYTES = 15;
/** A password with a personal word needs this many other characters. */
const REST_MIN_CHARACTERS = 6;
/** Shorter personal words would match by accident. */
const PERSONAL_WORD_MIN_CHARACTERS = 4;

/** Longer metadata values are not names. */
const PERSONAL_TEXT_MAX_CHARACTERS = 100;

type Account = {
  readonly email: string;
  readonly data: JsonObject;
  readonly appMetadata?: JsonObject;
};

/**
 * Rejects a weak password: too short, common, or made of names from the email address and
 * the short metadata values.
 *
 * @throws AuthError 422 weak_password; 400 validation_failed beyond 72 bytes.
 */
export function assertPasswordAllowed(
  settings: Pick<BackendSettings, "passwordMinLength" | "passwordContextWords" | "commonPasswords">,
  password: string,
  account: Account,
): void {
  const byteCount = Buffer.byteLength(password);
  if (byteCount > PASSWORD_MAX_BYTES) {
    throw validationFailed("Password cannot be longer than 72 characters");
  }
  const isAdmin = account.appMetadata?.["role"] === "admin";
  const minBytes = Math.max(settings.passwordMinLength, isAdmin ? ADMIN_PASSWORD_MIN_BYTES : 0);
  if (byteCount < minBytes) {
    throw weakPassword("length", `Password should be at least ${minBytes} characters.`);
  }
  const isWellKnown =
    isCommonPassword(password, settings.commonPasswords) ||
    isMadeOfNames(password, settings.passwordContextWords, account);
  if (isWellKnown) {
    const message =
      "Password is known to be weak and easy to guess, please choose a different one.";
    throw weakPassword("pwned", message);
  }
}

function weakPassword(reason: "length" | "pwned", message: string): AuthError {
  return new AuthError(422, "weak_password", message, { reasons: [reason] });
}

/**
 * Rejects names of the product or operator anywhere, and the user's own names when they form most
 * of the password.
 */
function isMadeOfNames(
  password: string,
  contextWords: readonly string[],
  account: Account,
): boolean {
  const letters = condense(password);
  if (contextWords.some((word) => isIn(letters, condense(word)))) return true;
  const rest = personalWords(account)
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ""), letters);
  return rest !== letters && rest.length < REST_MIN_CHARACTERS;
}

function isIn(letters: string, word: string): boolean {
  if (word === "") return false;
  return word.length < PERSONAL_WORD_MIN_CHARACTERS ? letters === word : letters.includes(word);
}

function personalWords({ email, data }: Account): string[] {
  const localPart = email.slice(0, Math.max(0, email.lastIndexOf("@")));
  const names = Object.values(data).filter((value) => typeof value === "string");
  const texts = [localPart, ...names.filter((text) => text.length <= PERSONAL_TEXT_MAX_CHARACTERS)];
  const words = texts.flatMap((text) => [text, ...text.split(/[\s._+-]+/)]);
  return words
    .map((word) => condense(word))
    .filter((word) => word.length >= PERSONAL_WORD_MIN_CHARACTERS);
}

/** Lower case without spaces, so that "Some Name" matches "somename2025". */
function condense(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
}
