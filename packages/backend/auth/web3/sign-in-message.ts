import { createPublicKey, verify } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 as keccak256 } from "@noble/hashes/sha3.js";

/** A signed sign-in message in the format of EIP-4361, which Solana wallets use too. */
export type SignInMessage = {
  readonly domain: string;
  readonly address: string;
  readonly statement: string | null;
  readonly uri: URL;
  readonly chainId: string | null;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number | null;
  readonly notBeforeMs: number | null;
};

const FIRST_LINE = /^(\S{1,255}) wants you to sign in with your (Ethereum|Solana) account:$/;
const FIELD =
  /^(Version|URI|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): (.*)$/;

/** @returns the message, or the error as text. */
export function parseSignInMessage(
  text: string,
  chain: "Ethereum" | "Solana",
): SignInMessage | string {
  const [first = "", address = "", ...rest] = text.split("\n");
  const [, domain = "", kind] = FIRST_LINE.exec(first) ?? [];
  if (kind !== chain) return "message first line does not say whose sign-in it is";
  const isAddress = chain === "Ethereum" ? /^0x[0-9a-fA-F]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
  if (!isAddress.test(address)) return "wallet address is not in the right form";
  if (rest[0] !== "") return "third line must be empty";
  const start = rest.findIndex((line, index) => index > 0 && FIELD.test(line));
  if (start === -1) return "message has no fields";
  const statement = rest.slice(1, start).join("\n").trim();
  const fields = readFields(rest.slice(start));
  if (fields === null) return "message has an unexpected line";
  return toMessage({ domain, address, statement, fields });
}

/** Reads the fields by name, up to the resources. Returns null for an unknown or repeated field. */
function readFields(lines: readonly string[]): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  for (const line of lines) {
    if (line === "Resources:" || line === "Resources") break;
    const [, name, value = ""] = FIELD.exec(line) ?? [];
    if (name === undefined || fields.has(name)) return null;
    fields.set(name, value);
  }
  return fields;
}

function toMessage(read: {
  readonly domain: string;
  readonly address: string;
  readonly statement: string;
  readonly fields: ReadonlyMap<string, string>;
}): SignInMessage | string {
  const { domain, address, statement, fields } = read;
  if (fields.get("Version") !== "1") return "Version must be 1";
  const uri = URL.parse(fields.get("URI") ?? "");
  if (uri === null) return "URI is not valid";
  const issuedAtMs = toTime(fields.get("Issued At"));
  const expiresAtMs = toTime(fields.get("Expiration Time"));
  const notBeforeMs = toTime(fields.get("Not Before"));
  if (issuedAtMs === null || Number.isNaN(issuedAtMs)) return "Issued At is not a date";
  if (Number.isNaN(expiresAtMs)) return "Expiration Time is not a date";
  if (Number.isNaN(notBeforeMs)) return "Not Before is not a date";
  return {
    domain,
    // The letter case of an Ethereum address is only a checksum; in Solana it matters.
    address: address.startsWith("0x") ? address.toLowerCase() : address,
    statement: statement === "" ? null : statement,
    uri,
    chainId: fields.get("Chain ID") ?? null,
    issuedAtMs,
    expiresAtMs,
    notBeforeMs,
  };
}

function toTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const ED25519_KEY_BYTES = 32;
const ED25519_SIGNATURE_BYTES = 64;
const ETHEREUM_ADDRESS_BYTES = 20;

/**
 * Returns true when an Ethereum address signed the message (EIP-191, personal_sign).
 *
 * @param signature r, s and v in 130 hexadecimal digits, with or without "0x".
 */
export function isSignedByEthereum(text: string, signature: string, address: string): boolean {
  const bytes = Buffer.from(signature.replace(/^0x/, ""), "hex");
  const recovery = (bytes[64] ?? 0) % 27;
  if (recovery > 1) return false;
  const message = Buffer.from(text);
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
  const hash = keccak256(new Uint8Array(Buffer.concat([prefix, message])));
  try {
    const recovered = secp256k1.Signature.fromBytes(
      new Uint8Array(bytes.subarray(0, 64)),
      "compact",
    )
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash)
      .toBytes(false);
    const found = keccak256(recovered.slice(1)).slice(-ETHEREUM_ADDRESS_BYTES);
    return Buffer.from(found).toString("hex") === address.slice(2).toLowerCase();
  } catch {
    return false;
  }
}

/** Returns true when a Solana address signed the message (Ed25519). */
export function isSignedBySolana(text: string, signature: Uint8Array, address: string): boolean {
  const key = decodeBase58(address);
  if (key?.length !== ED25519_KEY_BYTES || signature.length !== ED25519_SIGNATURE_BYTES) {
    return false;
  }
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") };
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: "jwk" }), signature);
  } catch {
    return false;
  }
}

function decodeBase58(text: string): Buffer | null {
  let number = 0n;
  for (const sign of text) {
    const digit = BASE58.indexOf(sign);
    if (digit === -1) return null;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const digits = hex === "0" ? "" : hex.padStart(hex.length + (hex.length % 2), "0");
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(digits, "hex")]);
}
