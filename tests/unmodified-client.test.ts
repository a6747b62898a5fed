import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createClient, isAuthRetryableFetchError } from "@supabase/supabase-js";
import { afterAll, describe, expect, it } from "vitest";

/**
 * Numbers and messages of the specification that the client library defines. A new version must not change them
 * unnoticed.
 */

const require = createRequire(import.meta.resolve("@supabase/supabase-js"));
const client = clientWith(() => Promise.reject(new TypeError("Nobody is asked")));

/** Creates a client with a fake `fetch`. */
function clientWith(answer: typeof fetch) {
  return createClient("http://127.0.0.1:9", "sb_publishable_none", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: answer },
  });
}

afterAll(() => client.realtime.disconnect());

/** Returns the source of a file in a package of the client. */
function sourceOf(name: string, file: string): string {
  return readFileSync(join(dirname(require.resolve(name)), "..", file), "utf8");
}

describe("the unmodified client", () => {
  it("checks every 30 s whether fewer than 3 ticks of a token are left (S9.21)", () => {
    const text = sourceOf("@supabase/auth-js", "module/lib/constants.js");
    expect(text).toContain("AUTO_REFRESH_TICK_DURATION_MS = 30 * 1000;");
    expect(text).toContain("AUTO_REFRESH_TICK_THRESHOLD = 3;");
  });

  it("caches the key set for 10 minutes (S9.25)", () => {
    const text = sourceOf("@supabase/auth-js", "module/lib/constants.js");
    expect(text).toContain("JWKS_TTL = 10 * 60 * 1000;");
  });

  it("sends a realtime heartbeat every 25 s, waits 10 s, and reconnects after 1, 2, 5, then 10 s (S9.22)", () => {
    const { realtime } = client;
    expect([realtime.heartbeatIntervalMs, realtime.timeout]).toEqual([25_000, 10_000]);
    expect([1, 2, 3, 4, 5].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([
      1_000, 2_000, 5_000, 10_000, 10_000,
    ]);
  });

  it("knows the channel states closed, joining, joined, errored and leaving (S9.23)", () => {
    const text = sourceOf("@supabase/realtime-js", "module/lib/constants.js");
    const states = /CHANNEL_STATES = \{([^}]*)\}/.exec(text)?.[1] ?? "";
    const names = [...states.matchAll(/(\w+): '\1'/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(["closed", "joining", "joined", "errored", "leaving"]));
    expect(client.channel("probe").state).toBe("closed");
  });

  it("requires an email or a phone number with a password (S5.17)", async () => {
    const nobody: { email: string; password: string } = JSON.parse("{}");
    for (const { error } of [
      await client.auth.signUp(nobody),
      await client.auth.signInWithPassword(nobody),
    ]) {
      expect(error?.message).toBe(
        "You must provide either an email or phone number and a password",
      );
    }
  });

  it.each([502, 503, 504])("treats 502, 503 and 504 as transient: %i (S8.23)", async (status) => {
    const { auth } = clientWith(() => Promise.resolve(new Response("{}", { status })));
    const { error } = await auth.signInWithPassword({ email: "a@b.example", password: "words" });
    expect(isAuthRetryableFetchError(error)).toBe(true);
  });

  it("lists 100 objects by default (S9.24)", async () => {
    let sent: unknown;
    const { storage } = clientWith(async (_url, init) => {
      sent = typeof init?.body === "string" ? JSON.parse(init.body) : null;
      return Response.json([]);
    });
    await storage.from("avatars").list();
    expect(sent).toMatchObject({ limit: 100, offset: 0 });
  });
});
