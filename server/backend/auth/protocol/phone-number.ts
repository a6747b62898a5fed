import { validationFailed } from "./auth-error.ts";

/** E.164 without its "+": a country code and at most fifteen digits in all. */
const E164 = /^[1-9]\d{1,14}$/;

/**
 * A telephone number in the form in which it is stored: digits without "+" and without blanks.
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
