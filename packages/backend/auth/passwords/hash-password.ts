import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { availableParallelism } from "node:os";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";
import { unavailable } from "#backend/auth/protocol/auth-error.ts";
import { createWorkQueue } from "@reign-tv/kit/work-queue.ts";

/** argon2id of R-02: 19 MiB, 2 passes, 1 lane, a hash of 32 bytes and a salt of 16. */
const ARGON2_MEMORY_KIB = 19_456;
const ARGON2_PASSES = 2;
const ARGON2_LANES = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Limits on imported hashes, which would otherwise block the server. */
const ARGON2_MEMORY_MAX_KIB = 131_072;
const ARGON2_PASSES_MAX = 10;
const BCRYPT_COST_MAX = 14;

/** Concurrent hashes. Node has four worker threads: one stays free for files and signatures. */
const HASHES_RUNNING_MAX = 3;
const HASHES_WAITING_MAX = 64;
/** Retry-After when the queue is full. */
const QUEUE_RETRY_AFTER_S = 2;

/** A hash with the current parameters, for accounts that do not exist. */
export const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$ZHVtbXkgc2FsdCAxNiBieQ$Tm9ib2R5IGhhcyBldmVyIGhhZCB0aGlzIGhhc2ghISE";

/** Hashes and verifies passwords outside the main thread. */
export type PasswordHasher = {
  /** Returns a PHC string of argon2id. */
  hash(password: string): Promise<string>;
  /**
   * Returns true when the password matches the hash (argon2id PHC or bcrypt `$2a$`, `$2b$`,
   * `$2y$`).
   */
  verify(password: string, hash: string): Promise<boolean>;
  /** Returns the number of queued hashes. */
  waiting(): number;
};

/**
 * Creates the hasher of the process.
 *
 * `hash` and `verify` throw AuthError 503 when the queue is full. They use at most one
 * core less than available, so that other requests keep one.
 */
export function createPasswordHasher(): PasswordHasher {
  const running = Math.max(1, Math.min(HASHES_RUNNING_MAX, availableParallelism() - 1));
  const queue = createWorkQueue({
    running,
    waiting: HASHES_WAITING_MAX,
    errorWhenFull: () => unavailable(QUEUE_RETRY_AFTER_S),
  });
  return {
    hash: (password) => queue.run(() => hashWithArgon2(password)),
    verify: (password, hash) => queue.run(() => verifyHash(password, hash)),
    waiting: () => queue.waiting(),
  };
}

/** Returns true for a hash with other parameters or another algorithm. */
export function needsRehash(hash: string): boolean {
  const parsed = parsePhc(hash);
  return (
    parsed === null ||
    parsed.memory !== ARGON2_MEMORY_KIB ||
    parsed.passes !== ARGON2_PASSES ||
    parsed.parallelism !== ARGON2_LANES
  );
}

/** Returns true for a hash that verify() can check within its limits. */
export function isSupportedHash(hash: string): boolean {
  return parsePhc(hash) !== null || isBcrypt(hash);
}

type ParsedPhc = {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
};

async function hashWithArgon2(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await runArgon2(password, {
    memory: ARGON2_MEMORY_KIB,
    passes: ARGON2_PASSES,
    parallelism: ARGON2_LANES,
    nonce: salt,
    tagLength: HASH_BYTES,
  });
  const parameters = `m=${ARGON2_MEMORY_KIB},t=${ARGON2_PASSES},p=${ARGON2_LANES}`;
  return `$argon2id$v=19$${parameters}$${encode(salt)}$${encode(hash)}`;
}

async function verifyHash(password: string, hash: string): Promise<boolean> {
  if (isBcrypt(hash)) return verifyBcrypt(password, hash);
  const parsed = parsePhc(hash);
  if (parsed === null) return false;
  const actual = await runArgon2(password, {
    memory: parsed.memory,
    passes: parsed.passes,
    parallelism: parsed.parallelism,
    nonce: parsed.salt,
    tagLength: parsed.hash.length,
  });
  return timingSafeEqual(actual, parsed.hash);
}

function runArgon2(
  password: string,
  parameters: Omit<Argon2Parameters, "message">,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", { ...parameters, message: password }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function parsePhc(text: string): ParsedPhc | null {
  const match =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/-]{11,86})\$([\w+/-]{22,86})$/.exec(
      text,
    );
  if (match === null) return null;
  const [, memory, passes, parallelism, salt = "", hash = ""] = match;
  const parsed = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
  const isWithinBounds =
    parsed.parallelism >= 1 &&
    parsed.memory >= 8 * parsed.parallelism &&
    parsed.memory <= ARGON2_MEMORY_MAX_KIB &&
    parsed.passes >= 1 &&
    parsed.passes <= ARGON2_PASSES_MAX;
  return isWithinBounds ? parsed : null;
}

function isBcrypt(hash: string): boolean {
  const match = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash);
  const cost = Number(match?.[1] ?? "0");
  return cost >= 4 && cost <= BCRYPT_COST_MAX;
}

/** Base64 without padding, the PHC format. */
function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
