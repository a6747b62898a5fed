import type { SupabaseClient } from "@supabase/supabase-js";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { PERMISSIONS } from "#shared/studio/permissions.ts";
import {
  GOOD_PASSWORD,
  joinAs,
  type Member,
  type TestBackend,
  visitorOf,
} from "@reign-tv/backend/testing";
import { addAuthenticatorFactor } from "@reign-tv/backend/testing/mfa-factor.ts";
import { startTestBackend } from "./support/test-backend.ts";

const pageSchema = v.object({
  total: v.number(),
  accounts: v.array(v.looseObject({ id: v.string(), address: v.nullable(v.string()) })),
});

/** Replaced by the backend's URL, which is known only after the start, as is its key. */
const BACKEND_URL = "http://backend.example";
const KEY = "key-of-the-service";

function withKey(init: RequestInit | undefined, key: string): RequestInit {
  const headers = [...new Headers(init?.headers)].map(([name, value]): [string, string] => [
    name,
    value.replace(KEY, key),
  ]);
  return { ...init, headers };
}

/** The studio's account functions with the whole backend, each action with its log entry. */
describe("accounts in the studio", () => {
  let backend: TestBackend;
  let owner: Member;
  let staffMember: Member;
  let member: Member;

  beforeAll(async () => {
    backend = await startTestBackend({
      functionEnv: { SUPABASE_URL: BACKEND_URL, SUPABASE_SERVICE_ROLE_KEY: KEY },
      functionFetch: (input, init) =>
        fetch(
          new Request(input).url.replace(BACKEND_URL, backend.url),
          withKey(init, backend.secretKey),
        ),
    });
    owner = await joinAs(backend);
    await addAuthenticatorFactor(owner.client, Date.now());
    staffMember = await joinAs(backend);
    await addAuthenticatorFactor(staffMember.client, Date.now());
    await backend.admin`
      insert into public.staff (user_id, permissions)
      values (${owner.id}, ${[...PERMISSIONS]}), (${staffMember.id}, ${["people"]})`;
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    member = await joinAs(backend);
  });

  const act = async (client: SupabaseClient, name: string, account: string) => {
    const answer = await client.functions.invoke<unknown>("studio-accounts", {
      body: { act: name, account },
    });
    const body: unknown = answer.error ? await answer.response?.json() : answer.data;
    return { status: answer.response?.status, body };
  };
  const actions = async () => {
    const { data } = await owner.client.from("audit_log").select("action, subject, summary");
    return v.parse(v.array(v.record(v.string(), v.string())), data);
  };

  it("are found by name and email, 25 per page, with masked emails; a reveal is logged", async () => {
    const found = await staffMember.client.rpc("studio_accounts", { p_search: member.email });
    const { total, accounts } = v.parse(pageSchema, found.data);
    expect([total, accounts[0]?.id]).toEqual([1, member.id]);
    expect(accounts[0]?.address).toBe(`${member.email[0]}…@${member.email.split("@")[1]}`);
    const all = v.parse(pageSchema, (await staffMember.client.rpc("studio_accounts")).data);
    expect(all.total).toBeGreaterThanOrEqual(3);
    const none = await staffMember.client.rpc("studio_accounts", { p_search: "%" });
    expect(none.data).toMatchObject({ total: 0, accounts: [] });

    const shown = await staffMember.client.rpc("studio_account", { p_id: member.id });
    expect(shown.data).toMatchObject({ address: member.email, mayChange: true, isMe: false });
    const lines = await actions();
    expect(lines).toContainEqual({ action: "account.view", subject: member.id, summary: "" });
    expect(JSON.stringify(lines)).not.toContain(member.email);
  });

  it("are hidden from everyone else", async () => {
    for (const client of [member.client, visitorOf(backend)]) {
      for (const [name, values] of [
        ["studio_accounts", {}],
        ["studio_account", { p_id: owner.id }],
        ["studio_account_act", { p_id: owner.id, p_act: "export" }],
      ] as const) {
        expect((await client.rpc(name, values)).error?.code).toBe("42501");
      }
    }
    expect(await act(member.client, "export", owner.id)).toMatchObject({ status: 403 });
    expect((await act(visitorOf(backend), "export", owner.id)).status).toBe(401);
  });

  it("are suspended and restored", async () => {
    expect(await act(staffMember.client, "suspend", member.id)).toEqual({ status: 200, body: {} });
    const enter = () =>
      visitorOf(backend).auth.signInWithPassword({ email: member.email, password: GOOD_PASSWORD });
    expect((await enter()).error?.code).toBe("user_banned");
    const shown = await staffMember.client.rpc("studio_account", { p_id: member.id });
    expect(shown.data).toMatchObject({ suspended_until: expect.any(String), goes: { devices: 0 } });
    expect((await act(staffMember.client, "restore", member.id)).status).toBe(200);
    expect((await enter()).error).toBeNull();
  });

  it("are exported for the user and deleted with all their data", async () => {
    const exported = await staffMember.client.functions.invoke<Blob>("studio-accounts", {
      body: { act: "export", account: member.id },
    });
    const zip = unzipSync(
      new Uint8Array(await v.parse(v.instance(Blob), exported.data).arrayBuffer()),
    );
    expect(Object.keys(zip)).toEqual(["account.json", "profile.json"]);
    expect((await act(staffMember.client, "remove_picture", member.id)).status).toBe(200);
    expect((await act(staffMember.client, "resend", member.id)).status).toBe(200);
    expect((await act(staffMember.client, "delete", member.id)).status).toBe(200);
    expect((await act(staffMember.client, "delete", member.id)).status).toBe(404);
    expect((await staffMember.client.rpc("studio_account", { p_id: member.id })).data).toBeNull();
    const lines = await actions();
    expect(
      lines.filter(({ subject }) => subject === member.id).map(({ action }) => action),
    ).toEqual(["account.export", "account.remove_picture", "account.resend", "account.delete"]);
  });

  it("are changed only within 15 minutes of a reauthentication, which a token refresh does not extend", async () => {
    const { data } = await staffMember.client.auth.getSession();
    const claims = await staffMember.client.auth.getClaims();
    const session = String(claims.data?.claims.session_id);
    const pass = (minutes: number) => backend.admin`
      update auth.mfa_amr_claims set updated_at = updated_at - ${`${minutes} minutes`}::interval
      where session_id = ${session}`;
    const tooOld = { status: 403, body: { code: "proof_too_old" } };
    await pass(16);
    expect(await act(staffMember.client, "export", member.id)).toMatchObject(tooOld);
    const renewed = await staffMember.client.auth.refreshSession();
    expect(renewed.data.session?.access_token).not.toBe(data.session?.access_token);
    expect(await act(staffMember.client, "suspend", member.id)).toMatchObject(tooOld);
    const withdrawn = await staffMember.client.rpc("studio_withdraw", { p_user: staffMember.id });
    expect(withdrawn).toMatchObject({
      status: 403,
      error: { code: "28000", message: "proof_too_old" },
    });
    const lines = await actions();
    expect(lines.filter(({ subject }) => subject === member.id)).toEqual([]);
    await pass(-16);
    expect((await act(staffMember.client, "resend", member.id)).status).toBe(200);
  });

  it("cannot be changed by staff with fewer permissions, nor by their owner", async () => {
    expect(await act(staffMember.client, "suspend", owner.id)).toMatchObject({
      status: 403,
      body: { code: "not_permitted" },
    });
    expect((await act(owner.client, "suspend", owner.id)).status).toBe(403);
    expect((await act(staffMember.client, "explode", member.id)).status).toBe(400);
  });

  it("cannot be deleted when they belong to the last owner", async () => {
    await backend.admin`delete from public.staff where user_id <> ${owner.id}`;
    const refused = await owner.client.functions.invoke<unknown>("account-delete", {
      body: { password: GOOD_PASSWORD },
    });
    expect(await refused.response?.json()).toMatchObject({ code: "last_owner" });
  });
});
