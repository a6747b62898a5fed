import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeTwoStep, setAdminRole } from "#scripts/commands/admin-role.ts";
import { ownerLinkText } from "#scripts/commands/owner-link-text.ts";
import { addAuthenticatorFactor } from "@reign-tv/backend/testing/mfa-factor.ts";
import { startTestBackend } from "#tests/support/test-backend.ts";
import type { TestBackend } from "@reign-tv/backend/testing";

const EMAIL = "pastor@reign-tv.example";
const PASSWORD = "green pastures 23";
const ENTRY = {
  date: "2026-06-14",
  language: "en",
  title: "t",
  verse: "v",
  content: "c",
  status: "published",
};
const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };

describe("the first administrator", () => {
  let backend: TestBackend;

  beforeAll(async () => {
    backend = await startTestBackend({ isEmpty: true });
  });
  afterAll(() => backend.close());

  const service = () => createClient(backend.url, backend.secretKey, OPTIONS);
  const visitor = () => createClient(backend.url, backend.publishableKey, OPTIONS);

  it("is created by a command, publishes after MFA, and can be removed", async () => {
    const member = visitor();
    await member.auth.signUp({ email: EMAIL, password: PASSWORD });
    expect((await member.from("devotionals").insert(ENTRY)).error?.code).toBe("42501");

    await setAdminRole(service(), EMAIL.toUpperCase(), true);
    await member.auth.refreshSession();
    expect((await member.from("devotionals").insert(ENTRY)).error?.code).toBe("42501");
    await addAuthenticatorFactor(member, Date.now());
    const published = await member
      .from("devotionals")
      .upsert([ENTRY], { onConflict: "date,language" });
    expect(published.error).toBeNull();
    const again = await member
      .from("devotionals")
      .upsert([{ ...ENTRY, title: "Second" }], { onConflict: "date,language" });
    expect(again.error).toBeNull();
    const { data } = await visitor().from("devotionals").select("date,title");
    expect(data).toEqual([{ date: "2026-06-14", title: "Second" }]);

    await removeTwoStep(service(), EMAIL);
    await member.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    expect((await member.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal1");

    await setAdminRole(service(), EMAIL, false);
    await member.auth.refreshSession();
    expect(
      (await member.from("devotionals").delete().eq("language", "en").select("id")).data,
    ).toEqual([]);
  });

  it("requires an existing account", async () => {
    const missing = "No account for nobody@reign-tv.example: sign up on the site first.";
    const nobody = "nobody@reign-tv.example";
    await expect(setAdminRole(service(), nobody, true)).rejects.toThrow(missing);
    await expect(removeTwoStep(service(), nobody)).rejects.toThrow(missing);
  });

  it("accepts an owner invitation, which the command prints while there is no owner", async () => {
    const text = await ownerLinkText(service(), "https://reign-tv.example");
    const token = /\/studio\/join#(?<token>[0-9a-f]{64})\.owner$/.exec(text)?.groups?.["token"];
    const member = visitor();
    await member.auth.signUp({ email: "owner@reign-tv.example", password: PASSWORD });
    const joined = await member.rpc("studio_accept", { p_token: token });
    expect(joined.data).toMatchObject({ outcome: "accepted", needsSecondStep: true });
    await addAuthenticatorFactor(member, Date.now());
    expect((await member.rpc("studio_me")).data).toMatchObject({ isOwner: true });
    expect(await ownerLinkText(service(), "https://reign-tv.example")).toBe(
      "The studio already has an owner. Owners invite others in the studio (Team).",
    );
    await expect(ownerLinkText(visitor(), "https://reign-tv.example")).rejects.toThrow(
      "The link could not be made",
    );
  });

  it("rejects the publishable key", async () => {
    await expect(setAdminRole(visitor(), EMAIL, true)).rejects.toThrow(
      "The accounts could not be read",
    );
  });
});
