import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode, StartError } from "#server/base/start-error.ts";

/** Secrets that are random bytes; each is one file below DATA_DIR/secrets. */
export type SecretName = "database" | "hmac";

const SECRET_BYTES = 32;

/** Defaults that other products ship and attackers try first. */
const PUBLISHED_DEFAULTS: ReadonlySet<string> = new Set([
  "dev-secret-change-me",
  "unsafe-secret-change-me",
  "super-secret-jwt-token-with-at-least-32-characters-long",
  "your-super-secret-jwt-token-with-at-least-32-characters-long",
  "your-super-secret-and-long-postgres-password",
]);

/**
 * Reads a random secret, made at first start.
 *
 * @returns base64url of at least 32 bytes.
 * @throws StartError when the file is readable by others, too short or a published default.
 */
export function loadSecret(dataDir: string, name: SecretName): string {
  const secret = loadSecretFile(dataDir, name, () =>
    randomBytes(SECRET_BYTES).toString("base64url"),
  );
  requireStrong(name, secret);
  return secret;
}

/** Refuses secrets that can be guessed. */
export function requireStrong(name: string, secret: string): void {
  const isShort = Buffer.from(secret, "base64url").length < SECRET_BYTES;
  if (isShort || PUBLISHED_DEFAULTS.has(secret)) {
    throw new StartError(
      `The secret "${name}" in DATA_DIR/secrets is too weak: delete the file to have a new one made.`,
    );
  }
}

/**
 * Reads a secret file, or makes it: whole or not at all, never over an existing one, 0600.
 *
 * @throws StartError when others may read it.
 */
export function loadSecretFile(dataDir: string, name: string, make: () => string): string {
  return readSecretFile(dataDir, name) ?? createSecretFile(dataDir, name, make());
}

/** Reads a secret file; null when there is none. */
export function readSecretFile(dataDir: string, name: string): string | null {
  const path = join(dataDir, "secrets", name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const mode = found.mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new StartError(
      `The secret ${path} can be read by other accounts (mode ${mode.toString(8)}): run chmod 600 on it, or delete it to have a new one made.`,
    );
  }
  return readFileSync(path, "utf8").trim();
}

/** Puts a new text in place of a secret file, at once and for good. */
export function replaceSecretFile(dataDir: string, name: string, text: string): void {
  const draft = writeDraft(dataDir, name, text);
  renameSync(draft, join(dataDir, "secrets", name));
}

function createSecretFile(dataDir: string, name: string, text: string): string {
  const draft = writeDraft(dataDir, name, text);
  try {
    linkSync(draft, join(dataDir, "secrets", name));
    return text;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return readSecretFile(dataDir, name) ?? text;
  } finally {
    unlinkSync(draft);
  }
}

function writeDraft(dataDir: string, name: string, text: string): string {
  const folder = join(dataDir, "secrets");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}.${randomBytes(6).toString("hex")}`);
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return draft;
}
