import * as v from "valibot";

/**
 * Rules of the account forms (S5.4 to S5.9, F6, F21). The database's CHECKs and the auth service
 * enforce the same limits; `account-rules.test.ts` compares them. The message of each rule is a key
 * of the account texts.
 */

const FULL_NAME_MIN_CHARACTERS = 2;
const FULL_NAME_MAX_CHARACTERS = 100;
const USERNAME_MIN_CHARACTERS = 3;
const USERNAME_FORMAT = /^[a-z0-9_.]{3,30}$/;
const BIO_MAX_CHARACTERS = 160;
const PHONE_MAX_CHARACTERS = 32;
const PASSWORD_MIN_CHARACTERS = 6;
/** The auth service hashes at most this many bytes. */
const PASSWORD_MAX_BYTES = 72;

/** Keys of the error texts. */
export type RuleMessage =
  | "emailRequired"
  | "emailInvalid"
  | "passwordRequired"
  | "passwordTooShort"
  | "passwordTooLong"
  | "passwordsDiffer"
  | "nameTooShort"
  | "nameTooLong"
  | "usernameTooShort"
  | "usernameFormat"
  | "bioTooLong"
  | "phoneTooLong"
  | "codeFormat"
  | "codeRequired"
  | "deviceNameTooLong";

/** Counts code points, as PostgreSQL does, not UTF-16 units. */
function countCharacters(text: string): number {
  return Array.from(text).length;
}

function atLeast(minCharacters: number, message: RuleMessage) {
  return v.check((text: string) => countCharacters(text) >= minCharacters, message);
}

function atMost(maxCharacters: number, message: RuleMessage) {
  return v.check((text: string) => countCharacters(text) <= maxCharacters, message);
}

const trimmed = v.pipe(v.string(), v.trim());

const email = v.pipe(
  trimmed,
  v.minLength(1, "emailRequired" satisfies RuleMessage),
  v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "emailInvalid" satisfies RuleMessage),
);

const fullName = v.pipe(
  trimmed,
  atLeast(FULL_NAME_MIN_CHARACTERS, "nameTooShort"),
  atMost(FULL_NAME_MAX_CHARACTERS, "nameTooLong"),
);

const newPassword = v.pipe(
  v.string(),
  atLeast(PASSWORD_MIN_CHARACTERS, "passwordTooShort"),
  v.check(
    (text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES,
    "passwordTooLong" satisfies RuleMessage,
  ),
);

const knownPassword = v.pipe(v.string(), v.minLength(1, "passwordRequired" satisfies RuleMessage));

const username = v.pipe(
  trimmed,
  v.transform((text) => text.toLowerCase()),
  v.check(
    (text) => text === "" || countCharacters(text) >= USERNAME_MIN_CHARACTERS,
    "usernameTooShort" satisfies RuleMessage,
  ),
  v.check(
    (text) => text.length < USERNAME_MIN_CHARACTERS || USERNAME_FORMAT.test(text),
    "usernameFormat" satisfies RuleMessage,
  ),
);

export const signInRules = v.object({ email, password: knownPassword });

export const signUpRules = v.object({ full_name: fullName, email, password: newPassword });

export const recoverRules = v.object({ email });

export const profileRules = v.object({
  full_name: fullName,
  username,
  bio: v.pipe(trimmed, atMost(BIO_MAX_CHARACTERS, "bioTooLong")),
  phone: v.pipe(trimmed, atMost(PHONE_MAX_CHARACTERS, "phoneTooLong")),
});

/** `currentPassword` is present only after the service has asked for it (F19). */
export const passwordRules = v.pipe(
  v.object({
    currentPassword: v.optional(knownPassword),
    password: newPassword,
    confirmPassword: v.string(),
  }),
  v.forward(
    v.check(
      ({ password, confirmPassword }) => password === confirmPassword,
      "passwordsDiffer" satisfies RuleMessage,
    ),
    ["confirmPassword"],
  ),
);

export const reenterPasswordRules = v.object({ password: knownPassword });

/** Six digits of an authenticator app. Blanks and hyphens are allowed. */
export const stepCodeRules = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll(/[\s-]/g, "")),
    v.regex(/^\d{6}$/, "codeFormat" satisfies RuleMessage),
  ),
});

export const recoveryCodeRules = v.object({
  code: v.pipe(trimmed, v.minLength(1, "codeRequired" satisfies RuleMessage)),
});

/** Longest name of a factor or a passkey; the auth service accepts 100. */
const FACTOR_NAME_MAX_CHARACTERS = 60;

export const factorNameRules = v.object({
  name: v.pipe(trimmed, atMost(FACTOR_NAME_MAX_CHARACTERS, "deviceNameTooLong")),
});
