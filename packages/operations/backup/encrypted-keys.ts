import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { errorCode } from "@reign-tv/kit/start-error.ts";

/** The keys of DATA_DIR/secrets by file name. */
export type Keys = Readonly<Record<string, string>>;

const keysSchema = v.record(v.pipe(v.string(), v.regex(/^[\w-]+$/)), v.string());
const base64url = v.pipe(v.string(), v.regex(/^[\w-]*$/));
const boxSchema = v.object({
  format: v.literal(1),
  salt: base64url,
  nonce: base64url,
  tag: base64url,
  text: base64url,
});

/** OWASP's first recommendation for scrypt: 128 MB per attempt. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const KEY_BYTES = 32;
export const SALT_BYTES = 16;
export const NONCE_BYTES = 12;
/** Only for logins inside the cluster, and replaced at every start. */
const EXCLUDED = "database";

/** Reads every key that outlives a restart; none when the database stores them. */
export function readKeys(dataDir: string): Keys {
  const folder = join(dataDir, "secrets");
  try {
    const names = readdirSync(folder).filter((name) => /^[\w-]+$/.test(name) && name !== EXCLUDED);
    return Object.fromEntries(
      names.map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
  } catch (error) {
    if (errorCode(error) === "ENOENT") return {};
    throw error;
  }
}

/** Encrypts keys with the passphrase. */
export async function encryptKeys(keys: Keys, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv("aes-256-gcm", await deriveKey(passphrase, salt), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(keys), "utf8"), cipher.final()]);
  const fields = { salt, nonce, tag: cipher.getAuthTag(), text };
  const encoded = Object.entries(fields).map(([name, bytes]) => [
    name,
    bytes.toString("base64url"),
  ]);
  return JSON.stringify({ format: 1, ...Object.fromEntries(encoded) });
}

/**
 * Decrypts the result of `encryptKeys`.
 *
 * @throws Error in one sentence when the passphrase is another one.
 */
export async function decryptKeys(sealed: string, passphrase: string): Promise<Keys> {
  const box = v.parse(boxSchema, JSON.parse(sealed));
  const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");
  const key = await deriveKey(passphrase, bytesOf(box.salt));
  const decipher = createDecipheriv("aes-256-gcm", key, bytesOf(box.nonce));
  decipher.setAuthTag(bytesOf(box.tag));
  try {
    const text = Buffer.concat([decipher.update(bytesOf(box.text)), decipher.final()]);
    return parseKeys(text.toString("utf8"));
  } catch (error) {
    throw new Error("Wrong BACKUP_PASSPHRASE for the keys of this backup.", {
      cause: error,
    });
  }
}

/** Parses keys that were stored without a passphrase. */
export function parseKeys(text: string): Keys {
  return v.parse(keysSchema, JSON.parse(text));
}

/** A key for many files, and the salt that derives it from the passphrase. */
export type EncryptionKey = { readonly key: Buffer; readonly salt: Buffer };

export async function createEncryptionKey(passphrase: string): Promise<EncryptionKey> {
  const salt = randomBytes(SALT_BYTES);
  return { key: await deriveKey(passphrase, salt), salt };
}

/** Takes half a second and 128 MB on purpose. */
export function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
