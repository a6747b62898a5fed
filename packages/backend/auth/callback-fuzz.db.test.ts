import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anyText } from "./any-text.fixture.ts";
import { createFakeBrowser, type FakeBrowser } from "./providers/browser.fixture.ts";
import {
  type FakeProvider,
  settingsOf,
  startFakeProvider,
} from "./providers/fake-provider.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const RUNS = process.env["FULL"] === "1" ? 300 : 60;
const NOW_S = Math.floor(Date.now() / 1_000);

let backend: TestBackend;
let fake: FakeProvider;
let stranger: CryptoKey;
beforeAll(async () => {
  fake = await startFakeProvider();
  stranger = (await generateKeyPair("RS256")).privateKey;
  backend = await startTestBackend({
    settings: { providers: new Map([["google", settingsOf(fake)]]) },
  });
  fake.person = { sub: "ada", email: "ada@provider.example", email_verified: true };
});
afterAll(async () => {
  await backend.close();
  await fake.close();
});

type Claims = Readonly<Record<string, unknown>>;
type Forgery = (claims: Claims) => Promise<string>;

/** Each creates an ID token with one error. */
const FORGERIES: readonly (readonly [string, Forgery])[] = [
  ["issuer", (claims) => fake.sign({ ...claims, iss: "https://evil.example" })],
  ["no issuer", (claims) => fake.sign({ ...claims, iss: undefined })],
  ["audience", (claims) => fake.sign({ ...claims, aud: "another-app" })],
  ["authorized party", (claims) => fake.sign({ ...claims, aud: [fake.clientId, "b"], azp: "b" })],
  ["expiry", (claims) => fake.sign({ ...claims, exp: NOW_S - 600 })],
  ["no expiry", (claims) => fake.sign({ ...claims, exp: undefined })],
  ["issue date", (claims) => fake.sign({ ...claims, iat: "yesterday" })],
  ["nonce", (claims) => fake.sign({ ...claims, nonce: "of-another-visit" })],
  ["no nonce", (claims) => fake.sign({ ...claims, nonce: undefined })],
  ["no subject", (claims) => fake.sign({ ...claims, sub: undefined })],
  ["key id", (claims) => fake.sign(claims, { kid: "unknown" })],
  ["key", (claims) => rightClaims(claims).setProtectedHeader(HEADER).sign(stranger)],
  ["algorithm none", (claims) => Promise.resolve(unsigned(claims))],
  [
    "algorithm of a shared secret",
    (claims) =>
      rightClaims(claims)
        .setProtectedHeader({ ...HEADER, alg: "HS256" })
        .sign(Buffer.from(fake.secret.padEnd(32, "x"))),
  ],
  ["form", () => Promise.resolve("no.token.atall")],
];
const HEADER = { alg: "RS256", kid: "key-1" };

function whole(claims: Claims): Claims {
  return { iss: fake.issuer, aud: fake.clientId, iat: NOW_S, exp: NOW_S + 300, ...claims };
}

function rightClaims(claims: Claims): SignJWT {
  return new SignJWT({ ...whole(claims) });
}

function unsigned(claims: Claims): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "none" })}.${encode(whole(claims))}.`;
}

/** Runs a flow up to the provider's redirect to the callback. */
async function startFlow(browser: FakeBrowser): Promise<URL> {
  const away = await browser.follow(`${backend.url}/auth/v1/authorize?provider=google`);
  return fake.visit(away.href);
}

async function end(browser: FakeBrowser, back: URL, isPost = false): Promise<URL> {
  const bare = `${back.origin}${back.pathname}`;
  const reply = isPost ? await browser.open(bare, back.searchParams) : await browser.open(back);
  expect(reply.status).toBe(302);
  const place = new URL(reply.headers.get("location") ?? "");
  expect(place.origin).toBe(backend.url);
  return place;
}

it.each([false, true])(
  "signs in with a valid response, also when it is posted: %s",
  async (isPost) => {
    const browser = createFakeBrowser();
    expect((await end(browser, await startFlow(browser), isPost)).hash).toContain("access_token=");
  },
);

it("rejects an ID token with any error", async () => {
  const outcomes = [];
  for (const [what, forge] of FORGERIES) {
    const browser = createFakeBrowser();
    fake.forge = forge;
    const place = await end(browser, await startFlow(browser));
    outcomes.push([what, place.searchParams.get("error_code"), place.hash.includes("token=")]);
  }
  fake.forge = null;
  expect(outcomes).toEqual(FORGERIES.map(([what]) => [what, "bad_oauth_callback", false]));
});

it("rejects an ID token of an earlier flow", async () => {
  const kept: string[] = [];
  fake.forge = async (claims) => {
    kept.push(await fake.sign(claims));
    return kept[0] ?? "";
  };
  const browser = createFakeBrowser();
  const [first, again] = [
    await end(browser, await startFlow(browser)),
    await end(browser, await startFlow(browser)),
  ];
  fake.forge = null;
  expect(first.hash).toContain("access_token=");
  expect(again.searchParams.get("error_code")).toBe("bad_oauth_callback");
});

it("rejects every changed response without a server error", async () => {
  const text = anyText(80);
  const change = fc.oneof(
    fc.tuple(fc.constantFrom("code", "state"), text),
    fc.tuple(fc.constant("state"), fc.constantFrom(randomUUID(), "", "null", "0")),
    fc.tuple(fc.constant("iss"), fc.stringMatching(/^https:\/\/[a-z]{1,12}\.example$/)),
    fc.tuple(fc.constant("error"), text),
    fc.tuple(fc.constantFrom("code", "state"), fc.constant(null)),
    fc.tuple(fc.constant("browser"), fc.constant("")),
    fc.tuple(fc.constant("again"), fc.constant("")),
  );
  await fc.assert(
    fc.asyncProperty(change, fc.boolean(), async ([what, value], isPost) => {
      const browser = createFakeBrowser();
      const back = await startFlow(browser);
      fc.pre(value !== back.searchParams.get(what));
      if (what === "again") await end(browser, back);
      else if (value === null) back.searchParams.delete(what);
      else if (what !== "browser") back.searchParams.set(what, value);
      const by = what === "browser" ? createFakeBrowser() : browser;
      const place = await end(by, back, isPost);
      expect(place.hash).not.toContain("access_token=");
      expect(place.hash).toContain("error");
    }),
    { numRuns: RUNS },
  );
}, 60_000);
