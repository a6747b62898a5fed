import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyAccessToken, type AccessTokenFailure } from "./access-token.ts";
import type { BackendKeys } from "./context.ts";
import { loadKeys } from "./keys.ts";

const SITE = "http://127.0.0.1:3000";
const NOW_S = 1_800_000_000;
const good = {
  iss: `${SITE}/auth/v1`,
  aud: "authenticated",
  role: "authenticated",
  sub: "11111111-1111-4111-8111-111111111111",
  session_id: "22222222-2222-4222-8222-222222222222",
  iat: NOW_S - 10,
  exp: NOW_S + 900,
};

/** B-04: tampered tokens and their results. */
describe("verifyAccessToken", () => {
  let dataDir = "";
  let keys: BackendKeys;
  let nowS = NOW_S;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "token-"));
    keys = await loadKeys({ dataDir, now: Date.now });
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const verify = (token: string) =>
    verifyAccessToken(token, { keys, settings: { siteUrl: SITE }, now: () => nowS * 1_000 });
  const sign = (claims: object, header: object = {}, key: CryptoKey = keys.signingKey) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "ES256", kid: keys.signingKeyId, ...header })
      .sign(key);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const reasonOf = async (token: string) => {
    const result = await verify(token);
    return result.ok ? "accepted" : result.reason;
  };

  it("accepts a valid token, also from the cache", async () => {
    const token = await sign(good);
    for (let round = 0; round < 2; round += 1) {
      expect(await verify(token)).toMatchObject({ ok: true, claims: good });
    }
  });

  it.each([
    "11111111-1111-1111-1111-111111111111",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "c0ffee00-0000-0000-c000-000000000001",
  ])("accepts the user id %s, as PostgreSQL does", async (sub) => {
    expect(await verify(await sign({ ...good, sub }))).toMatchObject({ ok: true });
  });

  it.each([
    [{ sub: "anna" }, ["sub"]],
    [{ sub: undefined }, ["sub"]],
    [{ session_id: undefined }, ["session_id"]],
    [{ role: undefined, exp: undefined }, ["role", "exp"]],
    [{ iss: "https://evil.example/auth/v1" }, ["iss"]],
    [{ aud: "admin" }, ["aud"]],
  ])("names the invalid claims of %j: %j", async (change, claims) => {
    expect(await verify(await sign({ ...good, ...change }))).toEqual({
      ok: false,
      reason: "bad_claims",
      claims,
    });
  });

  it("accepts a token for 30 seconds after its expiry, also from the cache", async () => {
    const token = await sign(good);
    nowS = good.exp + 29;
    expect(await verify(token)).toMatchObject({ ok: true });
    nowS = good.exp + 30;
    expect(await reasonOf(token)).toBe("expired");
    nowS = NOW_S;
  });

  it.each<[string, object, AccessTokenFailure]>([
    ["no expiry", { exp: undefined }, "bad_claims"],
    ["an expiry that is text", { exp: String(good.exp) }, "bad_claims"],
    ["an expiry in the past", { exp: NOW_S - 31 }, "expired"],
    ["an issue date in the future", { iat: NOW_S + 31 }, "not_yet_valid"],
    ["a start in the future", { nbf: NOW_S + 31 }, "not_yet_valid"],
    ["another issuer", { iss: "https://evil.example/auth/v1" }, "bad_claims"],
    ["no issuer", { iss: undefined }, "bad_claims"],
    ["another audience", { aud: "admin" }, "bad_claims"],
    ["no audience", { aud: undefined }, "bad_claims"],
    ["a database role", { role: "postgres" }, "bad_claims"],
    ["the role of an owner", { role: "supabase_admin" }, "bad_claims"],
    ["no role", { role: undefined }, "bad_claims"],
    ["a role that is a list", { role: ["anon"] }, "bad_claims"],
    ["a user without session", { session_id: undefined }, "bad_claims"],
    ["a user without id", { sub: undefined }, "bad_claims"],
    ["an id that is SQL", { sub: "' or 1=1 --" }, "bad_claims"],
  ])("rejects a token with %s", async (_, change, reason) => {
    expect(await reasonOf(await sign({ ...good, ...change }))).toBe(reason);
  });

  it.each<[string, (token: string) => string, AccessTokenFailure]>([
    [
      "changed claims",
      (token) => token.replace(/\.[^.]+\./, `.${encode({ ...good, exp: 9e9 })}.`),
      "bad_signature",
    ],
    ["a changed signature", (token) => `${token.slice(0, -4)}AAAA`, "bad_signature"],
    ["no signature", (token) => token.slice(0, token.lastIndexOf(".") + 1), "bad_signature"],
    ["alg none", () => `${encode({ alg: "none" })}.${encode(good)}.`, "wrong_algorithm"],
    ["two parts", (token) => token.slice(0, token.lastIndexOf(".")), "malformed"],
    ["four parts", (token) => `${token}.x`, "malformed"],
    ["text that is no token", () => "not a token", "malformed"],
    ["nothing", () => "", "malformed"],
    ["9 KB", (token) => token + "A".repeat(9_000), "malformed"],
    ["a header that is no JSON", (token) => `e30x${token}`, "malformed"],
  ])("rejects a token with %s", async (_, tamper, reason) => {
    expect(await reasonOf(tamper(await sign(good)))).toBe(reason);
  });

  it("rejects a token signed with the public key as HMAC secret", async () => {
    const body = `${encode({ alg: "HS256", kid: keys.signingKeyId })}.${encode(good)}`;
    const secret = JSON.stringify(keys.publicJwks[0]);
    const signature = createHmac("sha256", secret).update(body).digest("base64url");
    expect(await reasonOf(`${body}.${signature}`)).toBe("wrong_algorithm");
  });

  it("rejects a token signed with another key, whatever its header says", async () => {
    const foreign = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(foreign.publicKey);
    expect(await reasonOf(await sign(good, {}, foreign.privateKey))).toBe("bad_signature");
    expect(await reasonOf(await sign(good, { kid: "other" }, foreign.privateKey))).toBe(
      "unknown_key",
    );
    expect(await reasonOf(await sign(good, { kid: undefined }, foreign.privateKey))).toBe(
      "unknown_key",
    );
    expect(await reasonOf(await sign(good, { jwk }, foreign.privateKey))).toBe("bad_signature");
    expect(
      await reasonOf(
        await sign(good, { jku: "https://evil.example/jwks.json" }, foreign.privateKey),
      ),
    ).toBe("bad_signature");
    expect(
      await reasonOf(await sign(good, { kid: "../../secrets/hmac" }, foreign.privateKey)),
    ).toBe("unknown_key");
  });

  it("rejects a token with an unknown critical header", async () => {
    const header = encode({ alg: "ES256", kid: keys.signingKeyId, crit: ["b64"], b64: false });
    expect(await reasonOf(`${header}.${encode(good)}.AAAA`)).toBe("bad_signature");
  });
});
