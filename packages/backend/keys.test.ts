import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { loadKeys, rotateSigningKey } from "./keys.ts";
import { secretFolder } from "@reign-tv/kit/files/secret-store.ts";

const HOUR_MS = 60 * 60 * 1_000;

describe("the backend's keys", () => {
  let dataDir = "";
  let nowMs = 1_700_000_000_000;
  const load = () => loadKeys({ dataDir, now: () => nowMs });

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "keys-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it("are created once, each in a file that only its owner can read", async () => {
    const first = await load();
    expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{43}\.[\w-]{8}$/);
    expect(first.secretKey).toMatch(/^sb_secret_[\w-]{43}\.[\w-]{8}$/);
    expect(first.hmacSecret).toHaveLength(32);
    const folder = join(dataDir, "secrets");
    const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
    const second = await load();
    expect(second.secretKey).toBe(first.secretKey);
    expect(second.signingKeyId).toBe(first.signingKeyId);
  });

  it("publish no private part of the signing key", async () => {
    const { publicJwks, signingKeyId } = await load();
    expect(publicJwks).toEqual([
      {
        kty: "EC",
        crv: "P-256",
        x: expect.any(String),
        y: expect.any(String),
        kid: signingKeyId,
        alg: "ES256",
        use: "sig",
      },
    ]);
  });

  it.each(["secret-key", "publishable-key", "signing-key", "hmac"])(
    "stop the start when others can read %s",
    async (name) => {
      await load();
      chmodSync(join(dataDir, "secrets", name), 0o640);
      await expect(load()).rejects.toThrow(/is readable by other accounts \(mode 640\)/);
    },
  );

  it.each([
    ["hmac", "c2hvcnQ", /too weak/],
    ["hmac", "super-secret-jwt-token-with-at-least-32-characters-long", /too weak/],
    ["secret-key", "sb_secret_short", /too weak/],
    ["secret-key", "hunter2", /damaged/],
    ["signing-key", "{}", /damaged/],
    ["signing-key", "not json", /damaged/],
  ])("stop the start with %s = %s", async (name, text, message) => {
    await load();
    writeFileSync(join(dataDir, "secrets", name), text);
    const loading = load();
    await expect(loading).rejects.toThrow(StartError);
    await expect(loading).rejects.toThrow(message);
  });

  describe("have their own error messages, whose advice works", () => {
    const NAMES = [
      ["hmac", "links and codes in emails already sent, and signed file URLs, stop working"],
      ["publishable-key", "every program that uses the old one needs it"],
      ["secret-key", "every program that uses the old one needs it"],
      ["signing-key", "everyone has to sign in again"],
      ["previous-signing-key", "sessions that were signed before the last rotation of the key end"],
    ] as const;
    const path = (name: string) => join(dataDir, "secrets", name);
    beforeEach(async () => {
      await load();
      await rotateSigningKey(secretFolder(dataDir), nowMs);
    });

    it.each(NAMES)("%s: deleted, it is created again or forgotten", async (name) => {
      rmSync(path(name));
      await expect(load()).resolves.toBeDefined();
      await expect(load()).resolves.toBeDefined();
    });

    it.each(
      NAMES.flatMap(([name, cost]) =>
        ["", "short", "no secret! ".repeat(20), "\u0000".repeat(50)].map(
          (text) => [name, cost, text] as const,
        ),
      ),
    )("%s: damaged, it is rejected (%s)", async (name, cost, text) => {
      writeFileSync(path(name), text);
      const loading = load();
      await expect(loading).rejects.toThrow(
        new RegExp(`^The secret "${name}" \\(${path(name)}\\) is (?:damaged|too weak)`),
      );
      await expect(loading).rejects.toThrow(`delete it (rm ${path(name)}) and start again:`);
      await expect(loading).rejects.toThrow(`${cost}.`);
      rmSync(path(name));
      await expect(load()).resolves.toBeDefined();
    });

    it.each(NAMES)("%s: truncated by a character, it is rejected", async (name) => {
      writeFileSync(path(name), readFileSync(path(name), "utf8").trim().slice(0, -1));
      await expect(load()).rejects.toThrow(StartError);
    });

    it.each(NAMES)("%s: readable by others, chmod 600 is enough", async (name) => {
      chmodSync(path(name), 0o666);
      await expect(load()).rejects.toThrow(`(mode 666). Run chmod 600 ${path(name)}`);
      chmodSync(path(name), 0o600);
      await expect(load()).resolves.toBeDefined();
    });
  });

  it("keep the previous public key for 24 hours after a rotation", async () => {
    const before = await load();
    await rotateSigningKey(secretFolder(dataDir), nowMs);
    const after = await load();
    expect(after.signingKeyId).not.toBe(before.signingKeyId);
    expect(after.publicJwks.map(({ kid }) => kid)).toEqual([
      after.signingKeyId,
      before.signingKeyId,
    ]);
    nowMs += 24 * HOUR_MS;
    expect((await load()).publicJwks.map(({ kid }) => kid)).toEqual([after.signingKeyId]);
  });

  it("never leave a half-written file or a draft", async () => {
    await Promise.all([load(), load(), load()]);
    const files = readdirSync(join(dataDir, "secrets"));
    expect(files.toSorted()).toEqual(["hmac", "publishable-key", "secret-key", "signing-key"]);
    for (const file of files) {
      expect(readFileSync(join(dataDir, "secrets", file), "utf8")).toMatch(/\S\n$/);
    }
  });
});
