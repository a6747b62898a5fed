import { createHash, randomBytes } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestBackend } from "#tests/support/test-backend.ts";
import { PERMISSIONS } from "#shared/studio/permissions.ts";
import {
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  type Member,
  newestMail,
  type TestBackend,
  visitorOf,
} from "@reign-tv/backend/testing";
import { storeInvitationVerification } from "./invitations.ts";

const log = { warn: (fields: object) => expect.fail(JSON.stringify(fields)) };

describe("invitations without confirmed addresses", () => {
  let backend: TestBackend;
  let owner: string;

  beforeAll(async () => {
    backend = await startTestBackend();
    owner = (await joinAs(backend)).id;
    await backend.admin`
      insert into public.staff (user_id, permissions) values (${owner}, ${[...PERMISSIONS]})`;
  });
  beforeEach(() => storeInvitationVerification({ ...backend, sendsMail: true, log }));
  afterAll(() => backend.close());

  async function invite(email: string): Promise<string> {
    const token = randomBytes(32).toString("hex");
    await backend.admin`
      insert into public.studio_invitations (token_hash, email, permissions, invited_by)
      values (${createHash("sha256").update(token).digest("hex")}, ${email}, '{announce}', ${owner})`;
    return token;
  }

  async function accept({ client, email }: Pick<Member, "client" | "email">): Promise<unknown> {
    const { data, error } = await client.rpc("studio_accept", { p_token: await invite(email) });
    if (error) throw error;
    return data;
  }

  async function enterByMail(client: SupabaseClient, email: string, count = 1): Promise<void> {
    await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const { code } = await newestMail(backend, email, count);
    expect((await client.auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
  }

  it("give no permissions before the code of the invited mailbox is entered", async () => {
    const member = await joinAs(backend);
    expect(await accept(member)).toEqual({ outcome: "needs_code" });
    expect((await member.client.rpc("studio_me")).data).toMatchObject({ permissions: [] });
    await enterByMail(member.client, member.email);
    expect(await accept(member)).toMatchObject({ outcome: "accepted", permissions: ["announce"] });
  });

  it("require a code in a session that did not begin with the mail, whatever other sessions verified", async () => {
    const member = await joinAs(backend);
    await enterByMail(visitorOf(backend), member.email);
    expect(await accept(member)).toEqual({ outcome: "needs_code" });
  });

  it("require a code from the user who claims an address", async () => {
    const [client, email] = [visitorOf(backend), freshAddress()];
    await client.auth.signInWithOtp({ email });
    await newestMail(backend, email);
    expect((await client.auth.signUp({ email, password: GOOD_PASSWORD })).error).toBeNull();
    expect(await accept({ client, email })).toEqual({ outcome: "needs_code" });
  });

  it("reject a phone code in place of the mailbox code", async () => {
    const member = await joinAs(backend);
    await enterByMail(member.client, member.email);
    await backend.database.auth`
      update auth.users set phone = '15550100', phone_confirmed_at = now() where id = ${member.id}`;
    expect(await accept(member)).toEqual({ outcome: "needs_code" });
  });

  it.each([
    [true, "accepted"],
    [false, "needs_code"],
  ])("require no code if the provider verified the address: %s", async (verified, outcome) => {
    const member = await joinAs(backend);
    await backend.database.auth`
      insert into auth.identities (provider_id, user_id, provider, identity_data)
      values (${member.id}, ${member.id}, 'google',
        jsonb_build_object('email', ${member.email}::text, 'email_verified', ${verified}::boolean))`;
    expect(await accept(member)).toMatchObject({ outcome });
  });

  it("require no code if the account began with the mail that confirmed the address", async () => {
    const [client, email] = [visitorOf(backend), freshAddress()];
    await client.auth.signInWithOtp({ email });
    const { code } = await newestMail(backend, email);
    backend.advance(1_000);
    expect((await client.auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
    expect((await client.auth.updateUser({ password: GOOD_PASSWORD })).error).toBeNull();
    const later = visitorOf(backend);
    await later.auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    expect(await accept({ client: later, email })).toMatchObject({ outcome: "accepted" });
  });

  it("require no code if the server sends no mail", async () => {
    await storeInvitationVerification({ ...backend, sendsMail: false, log });
    expect(await accept(await joinAs(backend))).toMatchObject({ outcome: "accepted" });
  });

  it("require no code if the sign-up was confirmed by mail", async () => {
    const strict = await startTestBackend({
      sharedWith: backend,
      settings: { confirmEmail: true },
    });
    const [client, email] = [visitorOf(strict), freshAddress()];
    await client.auth.signUp({ email, password: GOOD_PASSWORD });
    const { code } = await newestMail(strict, email);
    strict.advance(1_000);
    await visitorOf(strict).auth.verifyOtp({ email, token: code, type: "signup" });
    expect(
      (await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error,
    ).toBeNull();
    expect(await accept({ client, email })).toMatchObject({ outcome: "accepted" });
    await strict.close();
  });
});
