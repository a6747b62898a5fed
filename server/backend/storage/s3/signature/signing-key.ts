import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Signs for one day, region and service, so that the secret itself is never compared with anything. */
export type SigningKey = {
  /** @returns hex. */
  sign(text: string): string;
};

/** @param scope "20261122/us-east-1/s3/aws4_request". */
export function deriveSigningKey(secret: string, scope: string): SigningKey {
  const key = scope
    .split("/")
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`);
  return { sign: (text) => hmac(key, text).toString("hex") };
}

/** Whether two signatures are the same, in a time that tells nothing. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function sha256Hex(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
