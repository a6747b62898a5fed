import { generateKeyPairSync, sign } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 as keccak256 } from "@noble/hashes/sha3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, visitorOf } from "./auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const MINUTE_MS = 60_000;

describe("a wallet", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  type Change = {
    readonly uri?: string;
    readonly domain?: string;
    readonly issuedAt?: Date;
    readonly lines?: readonly string[];
  };

  let nonceCount = 10_000_000;
  const messageOf = (kind: string, address: string, change: Change = {}): string => {
    nonceCount += 1;
    return [
      `${change.domain ?? new URL(backend.url).host} wants you to sign in with your ${kind} account:`,
      address,
      "",
      "I would like to come in.",
      "",
      `URI: ${change.uri ?? `${backend.url}/`}`,
      "Version: 1",
      `Chain ID: ${kind === "Ethereum" ? "1" : "mainnet"}`,
      `Nonce: ${nonceCount}`,
      `Issued At: ${(change.issuedAt ?? new Date()).toISOString()}`,
      ...(change.lines ?? []),
    ].join("\n");
  };

  const ethereum = () => {
    const { secretKey, publicKey } = secp256k1.keygen();
    const full = secp256k1.Point.fromBytes(publicKey).toBytes(false);
    const address = `0x${Buffer.from(keccak256(full.slice(1)).slice(-20)).toString("hex")}`;
    return {
      address,
      sign(text: string): `0x${string}` {
        const bytes = Buffer.from(text);
        const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`);
        const hash = keccak256(new Uint8Array(Buffer.concat([prefix, bytes])));
        const made = secp256k1.sign(hash, secretKey, { prehash: false, format: "recovered" });
        const [recovery = 0, ...rest] = made;
        return `0x${Buffer.from([...rest, recovery + 27]).toString("hex")}`;
      },
    };
  };

  const solana = () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    return {
      address: toBase58(key),
      sign: (text: string): Uint8Array => new Uint8Array(sign(null, Buffer.from(text), privateKey)),
    };
  };

  it("of Ethereum signs in, and finds the same account the next time", async () => {
    const wallet = ethereum();
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      const message = messageOf("Ethereum", wallet.address);
      const { data, error } = await visitorOf(backend).auth.signInWithWeb3({
        chain: "ethereum",
        message,
        signature: wallet.sign(message),
      });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({
        email: "",
        app_metadata: { provider: "web3", providers: ["web3"] },
        identities: [
          {
            provider: "web3",
            id: `web3:ethereum:${wallet.address}`,
            identity_data: { custom_claims: { chain: "ethereum", network: "1" } },
          },
        ],
      });
      ids.push(data.user?.id);
    }
    expect(ids[0]).toBe(ids[1]);
  });

  it("of Solana signs in", async () => {
    const wallet = solana();
    const message = messageOf("Solana", wallet.address);
    const { data, error } = await visitorOf(backend).auth.signInWithWeb3({
      chain: "solana",
      message,
      signature: wallet.sign(message),
    });
    expect(error).toBeNull();
    expect(data.user?.identities?.[0]?.id).toBe(`web3:solana:${wallet.address}`);
  });

  it("is rejected for another wallet, another site, another time, or the second time", async () => {
    const wallet = ethereum();
    const ask = async (message: string, signature = wallet.sign(message)) => {
      const body = { chain: "ethereum", message, signature };
      const reply = await callAuth(backend, "/token?grant_type=web3", { body });
      return { status: reply.status, ...(await reply.json()) };
    };
    const own = (change: Change = {}): string => messageOf("Ethereum", wallet.address, change);
    expect(await ask(messageOf("Ethereum", ethereum().address))).toMatchObject({
      error: "invalid_grant",
      error_description: "Signature does not match address in message",
    });
    expect(await ask(own({ uri: "https://evil.example/" }))).toMatchObject({
      error_description: expect.stringContaining("signed for another app"),
    });
    expect(await ask(own({ uri: "http://evil.example/" }))).toMatchObject({
      error_description: expect.stringContaining("does not use HTTPS"),
    });
    expect(await ask(own({ domain: "evil.example" }))).toMatchObject({
      error_description: expect.stringContaining("Domain that does not match"),
    });
    expect(await ask(own({ issuedAt: new Date(Date.now() - 11 * MINUTE_MS) }))).toMatchObject({
      error_description: "Ethereum message was issued too long ago",
    });
    expect(await ask(own({ issuedAt: new Date(Date.now() + 11 * MINUTE_MS) }))).toMatchObject({
      error_description: "Ethereum message was issued too far in the future",
    });
    const past = new Date(Date.now() - MINUTE_MS).toISOString();
    expect(await ask(own({ lines: [`Expiration Time: ${past}`] }))).toMatchObject({
      error_description: "Signed Ethereum message is expired",
    });
    const soon = new Date(Date.now() + MINUTE_MS).toISOString();
    expect(await ask(own({ lines: [`Not Before: ${soon}`] }))).toMatchObject({
      error_description: "Signed Ethereum message becomes valid in the future",
    });
    const once = own();
    expect((await ask(once)).status).toBe(200);
    expect(await ask(once)).toMatchObject({ error_description: "Signed message was used already" });
  });

  it.each([
    [{ chain: "bitcoin", message: "", signature: "" }, "web3_unsupported_chain"],
    [{ chain: "ethereum", message: "short", signature: "" }, "validation_failed"],
    [{ chain: "ethereum", message: "x".repeat(100), signature: "0x12" }, "validation_failed"],
    [
      { chain: "ethereum", message: "x".repeat(100), signature: "a".repeat(130) },
      "validation_failed",
    ],
    [{ chain: "ethereum", message: "x".repeat(30_000), signature: "" }, "validation_failed"],
    [{ chain: "solana", message: "x".repeat(100), signature: "!" }, "validation_failed"],
    [{ chain: "solana", message: "x".repeat(100), signature: "A".repeat(86) }, "validation_failed"],
  ])("is rejected with %j", async (body, code) => {
    const reply = await callAuth(backend, "/token?grant_type=web3", { body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code });
  });
});

function toBase58(bytes: Buffer): string {
  const signs = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let number = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; number > 0n; number /= 58n) text = (signs[Number(number % 58n)] ?? "") + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}
