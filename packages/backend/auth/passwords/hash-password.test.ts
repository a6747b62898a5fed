import { hash as hashWithBcrypt } from "@node-rs/bcrypt";
import { describe, expect, it } from "vitest";
import { createPasswordHasher, DUMMY_HASH, isSupportedHash, needsRehash } from "./hash-password.ts";

describe("createPasswordHasher", () => {
  const hasher = createPasswordHasher();

  it("creates argon2id PHC strings with the parameters of R-02 and a fresh salt", async () => {
    const first = await hasher.hash("kettle-mistral-47");
    const second = await hasher.hash("kettle-mistral-47");
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
    expect(needsRehash(first)).toBe(false);
  });

  it("distinguishes the right password from a wrong one", async () => {
    const hash = await hasher.hash("pässwörd \u0001 🕊");
    expect(await hasher.verify("pässwörd \u0001 🕊", hash)).toBe(true);
    expect(await hasher.verify("passwort", hash)).toBe(false);
    expect(await hasher.verify("", hash)).toBe(false);
  });

  it("verifies the published test vector of argon2id", async () => {
    // Output of the reference implementation for "password", salt "somesalt", t=2, m=64 MiB, p=1.
    const vector =
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await hasher.verify("password", vector)).toBe(true);
    expect(needsRehash(vector)).toBe(true);
  });

  it.each(["2a", "2b", "2y"])("verifies bcrypt $%s$ and requests a rehash", async (version) => {
    const hash = (await hashWithBcrypt("kettle", { cost: 4 })).replace(/^\$2.\$/, `$${version}$`);
    expect(await hasher.verify("kettle", hash)).toBe(true);
    expect(await hasher.verify("kettles", hash)).toBe(false);
    expect(needsRehash(hash)).toBe(true);
  });

  it("does the same work for the dummy hash, which matches no password", async () => {
    expect(needsRehash(DUMMY_HASH)).toBe(false);
    expect(await hasher.verify("password", DUMMY_HASH)).toBe(false);
  });

  it("rejects with 503 when the queue is full", async () => {
    const hash = await hashWithBcrypt("kettle", { cost: 4 });
    const answers = Array.from({ length: 100 }, () => hasher.verify("kettle", hash));
    await expect(answers.at(-1)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    const outcomes = await Promise.allSettled(answers);
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(64);
  });

  it.each([
    "",
    "plain",
    "$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=19456,t=99,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=19456,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$2b$20$abcdefghijklmnopqrstuvabcdefghijklmnopqrstuvabcdefghi",
    "$2x$10$abcdefghijklmnopqrstuvabcdefghijklmnopqrstuvabcdefghi",
  ])("rejects the hash %j: unknown, malformed or too expensive", async (hash) => {
    expect(isSupportedHash(hash)).toBe(false);
    expect(await hasher.verify("password", hash)).toBe(false);
  });
});
