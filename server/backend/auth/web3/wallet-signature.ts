import { createPublicKey, verify } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 as keccak256 } from "@noble/hashes/sha3.js";

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
