import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { GOOD_PASSWORD, joinAs, visitorOf } from "#server/backend/auth/auth-client.fixture.ts";
import { joined } from "#server/backend/realtime/realtime-client.fixture.ts";
import { addAuthenticatorFactor, codeOf } from "./support/mfa-factor.ts";
import { startTestBackend, type TestBackend } from "./support/test-backend.ts";

const sessionsSchema = z.array(z.object({ id: z.uuid(), is_current: z.boolean() }));

/** Where functions find the backend, whose port is known only once it runs. */
const PLACE = "http://backend.example";

function toAddress(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}

/** What a password alone opens for whoever has set up a second proof, and where an account is signed in. */
describe("the second step of signing in", () => {
  let backend: TestBackend;
  let nowMs = Date.now();
  beforeAll(async () => {
    backend = await startTestBackend({
      functionEnv: { SUPABASE_URL: PLACE, SUPABASE_SERVICE_ROLE_KEY: "not needed here" },
      functionFetch: (input, init) => fetch(toAddress(input).replace(PLACE, backend.url), init),
    });
    backend.setNow(nowMs);
  });
  afterAll(() => backend.close());

  const passHalfAMinute = (): void => {
    nowMs += 30_000;
    backend.setNow(nowMs);
  };

  async function joinWithProof() {
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
    passHalfAMinute();
    const { data } = await client.auth.mfa.listFactors();
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId: data?.totp[0]?.id ?? "",
      code: codeOf(secret, nowMs),
    });
    if (error) throw error;
  }

  async function otherSessions(client: SupabaseClient) {
    const { data } = await client.rpc("my_sessions");
    return sessionsSchema.parse(data).filter((session) => !session.is_current);
  }

  it("comes before the profile, pictures and the own data", async () => {
    const member = await joinWithProof();
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

  it("is nothing to who has set up none", async () => {
    const member = await joinAs(backend);
    expect((await member.client.from("profiles").select("id")).data).toHaveLength(1);
    expect((await member.client.rpc("my_sessions")).data).toHaveLength(1);
  });

  it("comes before the list of devices, which lists this one first and nobody else's", async () => {
    const member = await joinWithProof();
    await joinAs(backend);
    const client = await enter(member.email);
    expect((await client.rpc("my_sessions")).data).toEqual([]);
    expect((await client.rpc("end_my_other_sessions")).data).toBe(0);
    await finish(client, member.secret);
    const { data } = await client.rpc("my_sessions");
    // The first session has shown a proof as well: it goes on.
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

  it("a device that is signed out hears of it at once and is out; a stranger's is left alone", async () => {
    const member = await joinAs(backend);
    const other = await enter(member.email);
    const stranger = await joinAs(backend);
    await other.realtime.setAuth();
    const heard = Promise.withResolvers<string>();
    const channel = other.channel(`account:${member.id}`, { config: { private: true } });
    channel.on("broadcast", { event: "session-ended" }, ({ event }) => heard.resolve(event));
    await joined(channel);

    const [device] = await otherSessions(member.client);
    const wish = { session_id: device?.id };
    expect((await stranger.client.rpc("end_my_session", wish)).data).toBe(false);
    expect((await member.client.rpc("end_my_session", wish)).data).toBe(true);
    await expect(heard.promise).resolves.toBe("session-ended");
    expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(await otherSessions(member.client)).toEqual([]);
    await other.removeAllChannels();
  });

  it("nobody else hears of an account's devices, and nobody sends there", async () => {
    const member = await joinAs(backend);
    const stranger = await joinAs(backend);
    await stranger.client.realtime.setAuth();
    const channel = stranger.client.channel(`account:${member.id}`, { config: { private: true } });
    await expect(joined(channel)).rejects.toThrow("Unauthorized");
    await stranger.client.removeAllChannels();
  });

  it("all other devices are signed out together", async () => {
    const member = await joinAs(backend);
    await enter(member.email);
    const last = await enter(member.email);
    expect((await last.rpc("end_my_other_sessions")).data).toBe(2);
    expect((await last.rpc("my_sessions")).data).toHaveLength(1);
    expect((await member.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });
});
