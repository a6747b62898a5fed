import { validationFailed } from "./auth-error.ts";

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
