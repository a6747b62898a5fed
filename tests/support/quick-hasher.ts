import { createHash, randomBytes } from "node:crypto";
import {
  createPasswordHasher,
  type PasswordHasher,
} from "#server/backend/auth/passwords/hash-password.ts";

/** Begins the salt of every hash that is made here. */
const MARK = "test";
const QUICK = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$(test[\w+/]{18})\$/;

/**
 * Makes hashes that have the form of R-02 without its work, which takes 30 ms of processor time for each;
 * checks all others as the product does.
 */
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
