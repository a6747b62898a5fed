import { validationFailed } from "./auth-error.ts";

const ADDRESS_MAX_CHARACTERS = 254;
const LOCAL_PART_MAX_CHARACTERS = 64;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Parses an email address into the stored form: lower case, not trimmed.
 *
 * Rejects quoted local parts, comments, IP literals and characters that could break a mail
 * header.
 *
 * @throws AuthError 400 validation_failed "Unable to validate email address: ...".
 */
export function parseEmailAddress(text: string): string {
  const address = text.toLowerCase();
  const at = address.lastIndexOf("@");
  const localPart = address.slice(0, at);
  const labels = address.slice(at + 1).split(".");
  const isValid =
    at > 0 &&
    address.length <= ADDRESS_MAX_CHARACTERS &&
    localPart.length <= LOCAL_PART_MAX_CHARACTERS &&
    LOCAL_PART.test(localPart) &&
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label));
  if (!isValid) throw validationFailed("Unable to validate email address: invalid format");
  return address;
}

/** E.164 without "+": at most 15 digits. */
const E164 = /^[1-9]\d{1,14}$/;

/**
 * Parses a phone number into the stored form: digits without "+" and spaces.
 *
 * @throws AuthError 400 validation_failed.
 */
export function parsePhoneNumber(text: string): string {
  const number = text.replace(/^\+/, "").replaceAll(" ", "");
  if (!E164.test(number)) {
    throw validationFailed("Invalid phone number format (E.164 required)");
  }
  return number;
}
