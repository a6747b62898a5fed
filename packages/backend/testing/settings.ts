import { createHash, randomBytes } from "node:crypto";
import { BACKEND_DEFAULTS, DEFAULT_TEXTS } from "#backend/default-settings.ts";
import type { AuthTexts, BackendSettings } from "#backend/settings.ts";
import {
  createPasswordHasher,
  type PasswordHasher,
} from "#backend/auth/passwords/hash-password.ts";

const { mails } = DEFAULT_TEXTS;

/** A second language, of which tests read three texts. */
const FRENCH: AuthTexts = {
  ...DEFAULT_TEXTS,
  language: "fr",
  mails: {
    ...mails,
    signup: { ...mails.signup, subject: "Confirmez votre adresse e-mail pour {site}" },
    recovery: { ...mails.recovery, subject: "Choisissez un nouveau mot de passe pour {site}" },
  },
};

/** Texts in two languages. */
export const TEST_TEXTS = [DEFAULT_TEXTS, FRENCH] as const;

/** Returns settings without mail server and remote storage, with limits that no test reaches. */
export function backendSettings(
  own: Pick<BackendSettings, "siteUrl" | "dataDir"> & Partial<BackendSettings>,
): BackendSettings {
  return {
    ...BACKEND_DEFAULTS,
    authTexts: TEST_TEXTS,
    mailFrom: "test@example.test",
    rateLimitFactor: 10_000,
    ...own,
  };
}

/** Marks the salt of every hash made here. */
const MARK = "test";
const QUICK = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$(test[\w+/]{18})\$/;

/** Creates hashes in the form of R-02 without its 30 ms of CPU time each. Verifies other hashes as the product does. */
export function createQuickHasher(): PasswordHasher {
  const real = createPasswordHasher();
  return {
    hash: (password) => Promise.resolve(quickHash(password, MARK + saltText())),
    verify(password, hash) {
      const salt = QUICK.exec(hash)?.[1];
      if (salt === undefined) return real.verify(password, hash);
      return Promise.resolve(quickHash(password, salt) === hash);
    },
    waiting: () => real.waiting(),
  };
}

function saltText(): string {
  return randomBytes(14).toString("base64").slice(0, 18);
}

function quickHash(password: string, salt: string): string {
  const sum = createHash("sha256").update(`${salt} ${password}`).digest("base64");
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${sum.replace("=", "")}`;
}
