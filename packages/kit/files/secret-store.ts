import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode, StartError } from "#kit/start-error.ts";
import { createFile, replaceFile } from "./atomic-file.ts";
import { randomBytes } from "node:crypto";

/** Path of a secret; each is one file below DATA_DIR/secrets. */
export function secretPath(dataDir: string, name: string): string {
  return join(dataDir, "secrets", name);
}

/**
 * Reads a secret file; returns null when there is none.
 *
 * @throws StartError when others may read it, or this account may not.
 */
export function readSecretFile(dataDir: string, name: string): string | null {
  const path = secretPath(dataDir, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) {
    throw new StartError(
      `${path} should be a file with a secret. Move the other file or folder away.`,
    );
  }
  const mode = found.mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new StartError(
      `The secret ${path} is readable by other accounts (mode ${mode.toString(8)}). Run chmod 600 ${path} and start again. If someone may have read it, delete it instead; see "Keys" in docs/operating.md for the consequences.`,
    );
  }
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    throw new StartError(
      `The secret ${path} cannot be read by this account (owner ${found.uid}, mode ${mode.toString(8)}). Run chmod 600 ${path}, as root after chown ${process.getuid?.() ?? ""} ${path}, and start again.`,
      { cause: error },
    );
  }
}

/** Replaces a secret file atomically and durably. */
export function replaceSecretFile(dataDir: string, name: string, text: string): Promise<void> {
  return replaceFile(secretPath(dataDir, name), `${text}\n`);
}

/**
 * Creates a secret file atomically, with mode 0600, and never overwrites one.
 *
 * @returns the content of the file, which is another process's when that one was first.
 */
export async function createSecretFile(
  dataDir: string,
  name: string,
  text: string,
): Promise<string> {
  const isFirst = await createFile(secretPath(dataDir, name), `${text}\n`);
  return isFirst ? text : (readSecretFile(dataDir, name) ?? text);
}

/** Secrets that outlive a restart and that all servers on one database share. */
export type SecretName =
  | "hmac"
  | "publishable-key"
  | "secret-key"
  | "signing-key"
  | "previous-signing-key"
  | "vapid";

/** Storage of secrets: files of DATA_DIR, or the database that several servers share. */
export type SecretStore = {
  /** Returns null when there is none. */
  read(name: SecretName): Promise<string | null>;
  /** Saves a new secret unless another process was first. Resolves with the stored one. */
  create(name: SecretName, text: string): Promise<string>;
  replace(name: SecretName, text: string): Promise<void>;
  /** Tells an operator where a secret is stored and how to delete it there. */
  describe(name: SecretName): { readonly place: string; readonly deletion: string };
};

const SECRET_BYTES = 32;
const BASE64URL = /^[\w-]+$/;

/** Effect of losing each secret, shown before an operator deletes one. */
const COSTS: Readonly<Record<SecretName, string>> = {
  hmac: "a new one is created; links and codes in emails already sent, and signed file URLs, stop working",
  "publishable-key": "a new one is made; every program that uses the old one needs it",
  "secret-key": "a new one is made; every program that uses the old one needs it",
  "signing-key": "a new one is created; everyone has to sign in again",
  "previous-signing-key": "sessions that were signed before the last rotation of the key end",
  vapid: "new ones are created; every visitor has to turn on reminders again",
};

/** Defaults that other products ship and attackers try first. */
const PUBLISHED_DEFAULTS: ReadonlySet<string> = new Set([
  "dev-secret-change-me",
  "unsafe-secret-change-me",
  "super-secret-jwt-token-with-at-least-32-characters-long",
  "your-super-secret-jwt-token-with-at-least-32-characters-long",
  "your-super-secret-and-long-postgres-password",
]);

/** Secrets as files below `DATA_DIR/secrets`, of mode 0600. */
export function secretFolder(dataDir: string): SecretStore {
  return {
    read: async (name) => readSecretFile(dataDir, name),
    create: (name, text) => createSecretFile(dataDir, name, text),
    replace: (name, text) => replaceSecretFile(dataDir, name, text),
    describe(name) {
      const place = secretPath(dataDir, name);
      return { place, deletion: `delete it (rm ${place})` };
    },
  };
}

/** Reads a secret, or creates it at the first start. */
export async function loadSecretText(
  store: SecretStore,
  name: SecretName,
  make: () => string,
): Promise<string> {
  return (await store.read(name)) ?? store.create(name, make());
}

/**
 * Reads a random secret, or creates it at the first start.
 *
 * @returns base64url of at least 32 bytes.
 * @throws StartError when it is too short or a published default.
 */
export async function loadRandomSecret(store: SecretStore, name: SecretName): Promise<string> {
  const secret = await loadSecretText(store, name, newSecret);
  requireStrong(store, name, secret);
  return secret;
}

/** @throws StartError when the secret can be guessed. */
export function requireStrong(store: SecretStore, name: SecretName, secret: string): void {
  if (!isStrong(secret)) throw unusable(store, name, "too weak");
}

/** Returns true for at least 32 bytes of base64url that no product ships as its default. */
export function isStrong(secret: string): boolean {
  const isLong = Buffer.from(secret, "base64url").length >= SECRET_BYTES;
  return isLong && BASE64URL.test(secret) && !PUBLISHED_DEFAULTS.has(secret);
}

/** 32 random bytes as base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Builds the sentence for a secret that cannot be used, with the effect of deleting it. */
export function unusable(
  store: SecretStore,
  name: SecretName,
  flaw: "damaged" | "too weak",
): StartError {
  const { place, deletion } = store.describe(name);
  return new StartError(
    `The secret "${name}" (${place}) is ${flaw}: put it back from a backup, or ${deletion} and start again: ${COSTS[name]}.`,
  );
}
