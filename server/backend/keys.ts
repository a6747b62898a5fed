import { createHash, randomBytes } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose";
import { z } from "zod";
import { dataDirError, StartError } from "#server/base/start-error.ts";
import type { BackendKeys, PublicJwk } from "./context.ts";
import {
  loadSecret,
  loadSecretFile,
  readSecretFile,
  replaceSecretFile,
  requireStrong,
} from "./secret-file.ts";

const KEY_BYTES = 32;
/** Sessions signed before a rotation stay good this long. */
const PREVIOUS_KEY_KEPT_MS = 24 * 60 * 60 * 1_000;

const SIGNING_KEY_FILE = "signing-key";
const PREVIOUS_KEY_FILE = "previous-signing-key";

const privateJwkSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().min(1),
});
type PrivateJwk = z.infer<typeof privateJwkSchema>;

const previousKeySchema = z.object({ retiredAtMs: z.number(), jwk: privateJwkSchema });

/**
 * Reads the backend's keys below `DATA_DIR/secrets`; what is missing is made. DATA_DIR must
 * exist: open the database first.
 *
 * @throws StartError when a file is readable by others, damaged or weak.
 */
export async function loadKeys(options: {
  readonly dataDir: string;
  readonly now: () => number;
}): Promise<BackendKeys> {
  const { dataDir } = options;
  try {
    const draft = await makeSigningKey();
    const current = parseSigningKey(loadSecretFile(dataDir, SIGNING_KEY_FILE, () => draft));
    const previous = readPreviousKey(dataDir, options.now());
    const signingKey = await importJWK({ ...current }, "ES256");
    if (!(signingKey instanceof CryptoKey)) throw damaged(SIGNING_KEY_FILE);
    return {
      publishableKey: loadApiKey(dataDir, "publishable-key", "sb_publishable_"),
      secretKey: loadApiKey(dataDir, "secret-key", "sb_secret_"),
      signingKey,
      signingKeyId: current.kid,
      publicJwks: [current, ...previous].map(publicHalf),
      hmacSecret: Buffer.from(loadSecret(dataDir, "hmac"), "base64url"),
    };
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

/**
 * Puts a new signing key in place; the next start signs with it and still believes sessions of the
 * old one for 24 hours.
 */
export async function rotateSigningKey(dataDir: string, nowMs: number): Promise<void> {
  const text = readSecretFile(dataDir, SIGNING_KEY_FILE);
  if (text !== null) {
    const retired = { retiredAtMs: nowMs, jwk: parseSigningKey(text) };
    replaceSecretFile(dataDir, PREVIOUS_KEY_FILE, JSON.stringify(retired));
  }
  replaceSecretFile(dataDir, SIGNING_KEY_FILE, await makeSigningKey());
}

function loadApiKey(dataDir: string, name: string, prefix: string): string {
  const key = loadSecretFile(dataDir, name, () => makeApiKey(prefix));
  if (!key.startsWith(prefix)) throw damaged(name);
  requireStrong(name, key.slice(prefix.length).split(".")[0] ?? "");
  return key;
}

/** Random part and, to catch a key that was copied in part, a check. */
function makeApiKey(prefix: string): string {
  const random = randomBytes(KEY_BYTES).toString("base64url");
  const check = createHash("sha256").update(`${prefix}${random}`).digest("base64url").slice(0, 8);
  return `${prefix}${random}.${check}`;
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
}

function parseSigningKey(text: string): PrivateJwk {
  const parsed = privateJwkSchema.safeParse(parseJson(text));
  if (!parsed.success) throw damaged(SIGNING_KEY_FILE);
  return parsed.data;
}

function readPreviousKey(dataDir: string, nowMs: number): readonly PrivateJwk[] {
  const text = readSecretFile(dataDir, PREVIOUS_KEY_FILE);
  if (text === null) return [];
  const parsed = previousKeySchema.safeParse(parseJson(text));
  if (!parsed.success) throw damaged(PREVIOUS_KEY_FILE);
  return nowMs - parsed.data.retiredAtMs < PREVIOUS_KEY_KEPT_MS ? [parsed.data.jwk] : [];
}

function publicHalf({ kty, crv, x, y, kid }: PrivateJwk): PublicJwk {
  return { kty, crv, x, y, kid, alg: "ES256", use: "sig" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function damaged(name: string): StartError {
  return new StartError(
    `The secret "${name}" in DATA_DIR/secrets is damaged: restore it, or delete it to have a new one made.`,
  );
}
