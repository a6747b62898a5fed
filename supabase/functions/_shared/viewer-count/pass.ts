import { MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";

/**
 * Signed token that a player gets with each heartbeat: the channel, the number of players it stands
 * for, the time and a nonce. It counts once, about a minute later, so that counting twice requires
 * coming back twice a minute from the start.
 */
export type Pass = { channel: string; share: number; givenMs: number; nonce: string };

/** Earliest and latest age at which a pass counts. */
export const PASS_FROM_MS = 45 * SECOND_MS;
export const PASS_UNTIL_MS = 180 * SECOND_MS;

const SIGNATURE_BYTES = 16;
const NONCE_BYTES = 8;
const FORM =
  /^(?<said>(?<channel>[a-z0-9-]{1,64})\.(?<share>\d{1,4})\.(?<given>\d{1,15})\.(?<nonce>[0-9a-f]{16}))\.(?<signature>[0-9a-f]{32})$/;

/** Signs and verifies passes. */
export type Passes = {
  give(channel: string, share: number, nowMs: number): Promise<string>;
  /** Null for a pass of another secret, or none. */
  read(text: string): Promise<Pass | null>;
  /** Pseudonym of a network for one minute, which only these servers can create. */
  senderOf(network: string, nowMs: number): Promise<string>;
};

/** @param secret known only to the servers of this product; the signing key is derived from it */
export function createPasses(secret: string): Passes {
  const key = keyFrom(secret);
  async function signatureOf(said: string): Promise<string> {
    const whole = await crypto.subtle.sign("HMAC", await key, new TextEncoder().encode(said));
    return hex(new Uint8Array(whole, 0, SIGNATURE_BYTES));
  }
  return {
    senderOf: (network, nowMs) => signatureOf(`sender ${Math.floor(nowMs / MINUTE_MS)} ${network}`),
    async give(channel, share, nowMs) {
      const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
      const said = `${channel}.${share}.${nowMs}.${nonce}`;
      return `${said}.${await signatureOf(said)}`;
    },
    async read(text) {
      const parts = FORM.exec(text)?.groups;
      if (parts === undefined) return null;
      const { said = "", channel = "", share, given, nonce = "", signature = "" } = parts;
      if (!isSame(await signatureOf(said), signature)) return null;
      return { channel, share: Number(share), givenMs: Number(given), nonce };
    },
  };
}

async function keyFrom(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(`watch-pulse\n${secret}`);
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return crypto.subtle.importKey("raw", hash, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) {
    difference |= (one.codePointAt(at) ?? 0) ^ (other.codePointAt(at) ?? 0);
  }
  return difference === 0;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
