import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** A running sum over a body. */
export type Checksum = {
  update(bytes: Uint8Array): void;
  /** Base 64, as S3's headers have it. */
  digest(): string;
};

const MAKERS: Readonly<Record<string, () => Checksum>> = {
  "x-amz-checksum-crc32": () => running((bytes, sum) => crc32(bytes, sum)),
  "x-amz-checksum-crc32c": () => running(crc32c),
  "x-amz-checksum-crc64nvme": crc64nvme,
  "x-amz-checksum-sha1": () => hashed("sha1"),
  "x-amz-checksum-sha256": () => hashed("sha256"),
};

/** Names of the headers and trailers that carry a checksum which this server checks. */
export const CHECKSUM_NAMES: readonly string[] = Object.keys(MAKERS);

/** @returns null for a name that is none of CHECKSUM_NAMES. */
export function createChecksum(name: string): Checksum | null {
  return Object.hasOwn(MAKERS, name) ? (MAKERS[name]?.() ?? null) : null;
}

function hashed(algorithm: "sha1" | "sha256"): Checksum {
  const hash = createHash(algorithm);
  return {
    update: (bytes) => void hash.update(bytes),
    digest: () => hash.digest("base64"),
  };
}

function running(next: (bytes: Uint8Array, sum: number) => number): Checksum {
  let sum = 0;
  return {
    update(bytes) {
      sum = next(bytes, sum);
    },
    digest: () => base64Of(sum),
  };
}

function base64Of(...words: readonly number[]): string {
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => bytes.writeUInt32BE(word >>> 0, index * 4));
  return bytes.toString("base64");
}

/** Reflected polynomial of CRC-32C (RFC 3720, B.4). */
const CRC32C_POLYNOMIAL = 0x82f63b78;
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 1) === 1 ? (value >>> 1) ^ CRC32C_POLYNOMIAL : value >>> 1;
  }
  return value;
});

function crc32c(bytes: Uint8Array, sum: number): number {
  let value = ~sum;
  for (const byte of bytes) value = (CRC32C_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

/** Reflected polynomial of CRC-64/NVME in two words; 64 bits at once would need BigInt, ten times as slow. */
const CRC64_HIGH = 0x9a6c9329;
const CRC64_LOW = 0xac4bc9b5;
const CRC64_HIGHS = new Uint32Array(256);
const CRC64_LOWS = new Uint32Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  let [high, low] = [0, byte];
  for (let bit = 0; bit < 8; bit += 1) {
    const isOdd = (low & 1) === 1;
    low = (low >>> 1) | ((high & 1) << 31);
    high >>>= 1;
    if (isOdd) [high, low] = [high ^ CRC64_HIGH, low ^ CRC64_LOW];
  }
  CRC64_HIGHS[byte] = high;
  CRC64_LOWS[byte] = low;
}

function crc64nvme(): Checksum {
  let [high, low] = [0xffffffff, 0xffffffff];
  return {
    update(bytes) {
      for (const byte of bytes) {
        const index = (low ^ byte) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (CRC64_LOWS[index] ?? 0);
        high = (high >>> 8) ^ (CRC64_HIGHS[index] ?? 0);
      }
    },
    digest: () => base64Of(~high, ~low),
  };
}
