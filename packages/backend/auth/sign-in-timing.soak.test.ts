import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, freshAddress, GOOD_PASSWORD, visitorOf } from "./auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const TRIES = 60;
/** Attempts per email address before delays begin. */
const TRIES_PER_ADDRESS = 10;
const DIFFERENCE_LIMIT_MS = 10;

describe("the time of a wrong password", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ hashesInEarnest: true });
  });
  afterAll(() => backend.close());

  async function measure(email: string): Promise<number> {
    const startedMs = performance.now();
    const reply = await callAuth(backend, "/token?grant_type=password", {
      body: { email, password: "wrong-kettle" },
    });
    expect(reply.status).toBe(400);
    return performance.now() - startedMs;
  }

  /** One attempt each in alternating order, so that load on the machine affects both. */
  async function compare(known: string, unknown: string, isKnownFirst: boolean): Promise<number> {
    const firstMs = await measure(isKnownFirst ? known : unknown);
    const secondMs = await measure(isKnownFirst ? unknown : known);
    return isKnownFirst ? firstMs - secondMs : secondMs - firstMs;
  }

  // Load may require a retry; a path without its hash fails every time.
  it(
    "does not distinguish known from unknown email addresses (R-03, S-02)",
    { retry: 2 },
    async () => {
      const differencesMs: number[] = [];
      for (let count = 0; count < TRIES / TRIES_PER_ADDRESS; count += 1) {
        const member = freshAddress();
        await visitorOf(backend).auth.signUp({ email: member, password: GOOD_PASSWORD });
        const stranger = freshAddress();
        for (let attempt = 0; attempt < TRIES_PER_ADDRESS; attempt += 1) {
          differencesMs.push(await compare(member, stranger, attempt % 2 === 0));
        }
      }
      expect(Math.abs(medianOf(differencesMs))).toBeLessThan(DIFFERENCE_LIMIT_MS);
    },
  );
});

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
