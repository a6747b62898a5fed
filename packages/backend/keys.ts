import { createHash, randomBytes } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose";
import * as v from "valibot";
import { dataDirError } from "@reign-tv/kit/start-error.ts";
import type { BackendKeys, PublicJwk } from "./context.ts";
import {
  loadRandomSecret,
  loadSecretText,
  requireStrong,
  secretFolder,
  type SecretName,
  type SecretStore,
  unusable,
} from "@reign-tv/kit/files/secret-store.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import type { SharedSecret } from "./shared-secret.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

const KEY_BYTES = 32;
/** Sessions from before a rotation stay valid this long (R-70). */
const PREVIOUS_KEY_TTL_MS = DAY_MS;

const privateJwkSchema = v.object({
  kty: v.literal("EC"),
  crv: v.literal("P-256"),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  kid: v.pipe(v.string(), v.minLength(1)),
});
type PrivateJwk = v.InferOutput<typeof privateJwkSchema>;

const previousKeySchema = v.object({ retiredAtMs: v.number(), jwk: privateJwkSchema });

/**
 * Reads the backend's keys and creates missing ones (R-70). DATA_DIR must exist: open the
 * database first.
 *
 * @param options.secrets default: the files of DATA_DIR.
 * @param options.sharedSecret the secret of an imported project.
 * @throws StartError when a key is readable by others, damaged or weak (R-13).
 */
export async function loadKeys(options: {
  readonly dataDir: string;
  readonly secrets?: SecretStore;
  readonly sharedSecret?: SharedSecret | null;
  readonly now: () => number;
}): Promise<BackendKeys> {
  const { dataDir, secrets = secretFolder(dataDir), sharedSecret = null } = options;
  try {
    const draft = await makeSigningKey();
    const current = parseSigningKey(
      secrets,
      await loadSecretText(secrets, "signing-key", () => draft),
    );
    const previous = await readPreviousKey(secrets, options.now());
    return {
      publishableKey: await loadApiKey(secrets, "publishable-key", "sb_publishable_"),
      secretKey: await loadApiKey(secrets, "secret-key", "sb_secret_"),
      signingKey: await importSigningKey(secrets, current),
      signingKeyId: current.kid,
      publicJwks: [current, ...previous].map(publicHalf),
      sharedSecret,
      hmacSecret: Buffer.from(await loadRandomSecret(secrets, "hmac"), "base64url"),
    };
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

/**
 * Replaces the signing key. The next start signs with it and accepts sessions of the old key for
 * 24 hours (R-70).
 */
export async function rotateSigningKey(secrets: SecretStore, nowMs: number): Promise<void> {
  const text = await secrets.read("signing-key");
  if (text !== null) {
    const retired = { retiredAtMs: nowMs, jwk: parseSigningKey(secrets, text) };
    await secrets.replace("previous-signing-key", JSON.stringify(retired));
  }
  await secrets.replace("signing-key", await makeSigningKey());
}

async function loadApiKey(secrets: SecretStore, name: SecretName, prefix: string): Promise<string> {
  const key = await loadSecretText(secrets, name, () => makeApiKey(prefix));
  if (!key.startsWith(prefix)) throw unusable(secrets, name, "damaged");
  const [random = "", check] = key.slice(prefix.length).split(".");
  requireStrong(secrets, name, random);
  if (check !== checkOf(`${prefix}${random}`)) throw unusable(secrets, name, "damaged");
  return key;
}

/** A random text and a checksum, which detects a truncated key. */
function makeApiKey(prefix: string): string {
  const random = randomBytes(KEY_BYTES).toString("base64url");
  return `${prefix}${random}.${checkOf(`${prefix}${random}`)}`;
}

function checkOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
}

function parseSigningKey(secrets: SecretStore, text: string): PrivateJwk {
  const parsed = v.safeParse(privateJwkSchema, parseJson(text));
  if (!parsed.success) throw unusable(secrets, "signing-key", "damaged");
  return parsed.output;
}

async function importSigningKey(secrets: SecretStore, jwk: PrivateJwk): Promise<CryptoKey> {
  const key = await importJWK({ ...jwk }, "ES256").catch(() => null);
  if (!(key instanceof CryptoKey)) throw unusable(secrets, "signing-key", "damaged");
  return key;
}

async function readPreviousKey(
  secrets: SecretStore,
  nowMs: number,
): Promise<readonly PrivateJwk[]> {
  const text = await secrets.read("previous-signing-key");
  if (text === null) return [];
  const parsed = v.safeParse(previousKeySchema, parseJson(text));
  if (!parsed.success) throw unusable(secrets, "previous-signing-key", "damaged");
  return nowMs - parsed.output.retiredAtMs < PREVIOUS_KEY_TTL_MS ? [parsed.output.jwk] : [];
}

function publicHalf({ kty, crv, x, y, kid }: PrivateJwk): PublicJwk {
  return { kty, crv, x, y, kid, alg: "ES256", use: "sig" };
}
