import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { deriveKey, NONCE_BYTES, SALT_BYTES, type EncryptionKey } from "./encrypted-keys.ts";

/** A file of a backup: compressed, and encrypted when there is a passphrase. */
export type CompressedFile = { readonly name: string; readonly path: string };

const CIPHER = "aes-256-gcm";
const HEAD_BYTES = SALT_BYTES + NONCE_BYTES;
const TAG_BYTES = 16;
const COMPRESSED = ".gz";
const ENCRYPTED = ".enc";

/**
 * Compresses a file. An encrypted one is salt, nonce, AES-256-GCM ciphertext and tag.
 *
 * @param to its path, to which suffixes are added.
 */
export async function compressBackupFile(
  from: string,
  to: string,
  encryption: EncryptionKey | null,
): Promise<CompressedFile> {
  const path = `${to}${COMPRESSED}${encryption === null ? "" : ENCRYPTED}`;
  const out = createWriteStream(path, { mode: 0o600 });
  if (encryption === null) await pipeline(createReadStream(from), createGzip(), out);
  else await pipeline(createReadStream(from), createGzip(), encrypting(encryption), out);
  return { name: basename(path), path };
}

/** Original name of a file; null when `compressBackupFile` did not make it. */
export function decompressedName(name: string): string | null {
  const packed = name.endsWith(ENCRYPTED) ? name.slice(0, -ENCRYPTED.length) : name;
  return packed.endsWith(COMPRESSED) ? packed.slice(0, -COMPRESSED.length) : null;
}

/**
 * Reverses `compressBackupFile`.
 *
 * @param keyOf the key for a salt.
 * @throws Error when the content was changed.
 */
export async function decompressBackupFile(
  { name, content }: { readonly name: string; readonly content: Readable },
  to: string,
  keyOf: KeyOf,
): Promise<void> {
  const out = createWriteStream(to, { mode: 0o600 });
  if (name.endsWith(ENCRYPTED)) await pipeline(content, decrypting(keyOf), createGunzip(), out);
  else await pipeline(content, createGunzip(), out);
}

type KeyOf = (salt: Buffer) => Promise<Buffer>;

/** Caches keys: all files of a backup share one derivation, which takes half a second. */
export function keysOf(passphrase: string): KeyOf {
  const keys = new Map<string, Promise<Buffer>>();
  return (salt) => {
    const name = salt.toString("hex");
    const key = keys.get(name) ?? deriveKey(passphrase, salt);
    keys.set(name, key);
    return key;
  };
}

function encrypting({ key, salt }: EncryptionKey) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce);
    yield Buffer.concat([salt, nonce]);
    for await (const chunk of chunks) yield cipher.update(chunk);
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  };
}

function decrypting(keyOf: KeyOf) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let decipher: DecipherGCM | null = null;
    let held: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      held = Buffer.concat([held, chunk]);
      if (decipher === null) {
        if (held.length < HEAD_BYTES) continue;
        const key = await keyOf(held.subarray(0, SALT_BYTES));
        decipher = createDecipheriv(CIPHER, key, held.subarray(SALT_BYTES, HEAD_BYTES));
        held = held.subarray(HEAD_BYTES);
      }
      // The tag comes last: hold its length back until the next chunk.
      const end = Math.max(0, held.length - TAG_BYTES);
      yield decipher.update(held.subarray(0, end));
      held = held.subarray(end);
    }
    if (decipher === null) throw new Error("The archive ends too early.");
    decipher.setAuthTag(held);
    yield decipher.final();
  };
}
