import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { addAuthenticatorFactor, codeOf } from "@reign-tv/backend/testing/mfa-factor.ts";
import { startTestBackend } from "./support/test-backend.ts";
import {
  GOOD_PASSWORD,
  joinAs,
  joined,
  type TestBackend,
  visitorOf,
} from "@reign-tv/backend/testing";

const sessionsSchema = v.array(
  v.object({ id: v.pipe(v.string(), v.uuid()), is_current: v.boolean() }),
);

/** Replaced by the backend's URL, whose port is known only after the start. */
const BACKEND_URL = "http://backend.example";

function toUrl(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}

/** Access of a session without the second factor, and the list of an account's sessions. */
describe("MFA at sign-in", () => {
  let backend: TestBackend;
  let nowMs = Date.now();
  beforeAll(async () => {
    backend = await startTestBackend({
      functionEnv: { SUPABASE_URL: BACKEND_URL, SUPABASE_SERVICE_ROLE_KEY: "not needed here" },
      functionFetch: (input, init) => fetch(toUrl(input).replace(BACKEND_URL, backend.url), init),
    });
    backend.setNow(nowMs);
  });
  afterAll(() => backend.close());

  const advanceHalfAMinute = (): void => {
    nowMs += 30_000;
    backend.setNow(nowMs);
  };

  async function joinWithFactor() {
    const member = await joinAs(backend);
    const secret = await addAuthenticatorFactor(member.client, nowMs);
    return { ...member, secret };
  }

  async function enter(email: string): Promise<SupabaseClient> {
    const client = visitorOf(backend);
    const { error } = await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    if (error) throw error;
    return client;
  }

  async function finish(client: SupabaseClient, secret: string): Promise<void> {
    advanceHalfAMinute();
    const { data } = await client.auth.mfa.listFactors();
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId: data?.totp[0]?.id ?? "",
      code: codeOf(secret, nowMs),
    });
    if (error) throw error;
  }

  async function otherSessions(client: SupabaseClient) {
    const { data } = await client.rpc("my_sessions");
    return v.parse(sessionsSchema, data).filter((session) => !session.is_current);
  }

  it("protects the profile, images and account data", async () => {
    const member = await joinWithFactor();
    expect((await member.client.from("profiles").select("id")).data).toHaveLength(1);

    const client = await enter(member.email);
    expect((await client.from("profiles").select("id")).data).toEqual([]);
    const changed = await client
      .from("profiles")
      .update({ bio: "mine" })
      .eq("id", member.id)
      .select("id");
    expect(changed.data).toEqual([]);
    const again = await client.from("profiles").upsert({ id: member.id, full_name: "Somebody" });
    expect(again.error?.code).toBe("42501");
    const name = `${member.id}-${nowMs}.png`;
    const stored = await client.storage.from("avatars").upload(name, new Blob(["x"]));
    expect(stored.error).not.toBeNull();
    for (const deed of ["account-export", "account-delete"]) {
      const refused = await client.functions.invoke<unknown>(deed, {
        body: { password: GOOD_PASSWORD },
      });
      expect(await refused.response?.json()).toMatchObject({ code: "insufficient_aal" });
    }

    await finish(client, member.secret);
    expect((await client.from("profiles").select("id")).data).toHaveLength(1);
  });

  it("has no effect without a second factor", async () => {
    const member = await joinAs(backend);
    expect((await member.client.from("profiles").select("id")).data).toHaveLength(1);
    expect((await member.client.rpc("my_sessions")).data).toHaveLength(1);
  });

  it("protects the list of devices, which contains only the user's own with the current one first", async () => {
    const member = await joinWithFactor();
    await joinAs(backend);
    const client = await enter(member.email);
    expect((await client.rpc("my_sessions")).data).toEqual([]);
    expect((await client.rpc("end_my_other_sessions")).data).toBe(0);
    await finish(client, member.secret);
    const { data } = await client.rpc("my_sessions");
    // The first session has verified a factor too, so it stays valid.
    expect(data).toMatchObject([
      { is_current: true, is_application: false },
      { is_current: false, is_application: false },
    ]);
  });

  it("shows no devices to visitors", async () => {
    const visitor = visitorOf(backend);
    for (const name of ["my_sessions", "end_my_other_sessions"]) {
      expect((await visitor.rpc(name)).error?.code).toBe("42501");
    }
  });

  it("notifies a device that is signed out and ends its session, but no other user's", async () => {
    const member = await joinAs(backend);
    const other = await enter(member.email);
    const stranger = await joinAs(backend);
    await other.realtime.setAuth();
    const received = Promise.withResolvers<string>();
    const channel = other.channel(`account:${member.id}`, { config: { private: true } });
    channel.on("broadcast", { event: "session-ended" }, ({ event }) => received.resolve(event));
    await joined(channel);

    const [device] = await otherSessions(member.client);
    const request = { session_id: device?.id };
    expect((await stranger.client.rpc("end_my_session", request)).data).toBe(false);
    expect((await member.client.rpc("end_my_session", request)).data).toBe(true);
    await expect(received.promise).resolves.toBe("session-ended");
    expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await otherSessions(member.client)).toEqual([]);
    await other.removeAllChannels();
  });

  it("lets no other user receive or send an account's device messages", async () => {
    const member = await joinAs(backend);
    const stranger = await joinAs(backend);
    await stranger.client.realtime.setAuth();
    const channel = stranger.client.channel(`account:${member.id}`, { config: { private: true } });
    await expect(joined(channel)).rejects.toThrow("Unauthorized");
    await stranger.client.removeAllChannels();
  });

  it("signs out all other devices together", async () => {
    const member = await joinAs(backend);
    await enter(member.email);
    const last = await enter(member.email);
    expect((await last.rpc("end_my_other_sessions")).data).toBe(2);
    expect((await last.rpc("my_sessions")).data).toHaveLength(1);
    expect((await member.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });
});
