import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { KIND_PERMISSIONS } from "#shared/studio/documents.ts";
import { PERMISSIONS } from "#shared/studio/permissions.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { printOwnerInvitation } from "#server/studio/invitations.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import type { Caller } from "@reign-tv/backend";

const visitor: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const server: Caller = { ...visitor, role: "service_role", claims: { role: "service_role" } };

const NAMES = ["olga", "ann", "ben", "mary"] as const;
type Name = (typeof NAMES)[number];
const idOf = (name: Name) => `aaaaaaaa-0000-4000-8000-00000000000${NAMES.indexOf(name) + 1}`;
const sessionOf = (name: Name) => idOf(name).replace("aaaaaaaa", "bbbbbbbb");

function session(name: Name, aal: "aal1" | "aal2", metadata: object = {}): Caller {
  const userId = idOf(name);
  const sessionId = sessionOf(name);
  const claims = {
    role: "authenticated",
    sub: userId,
    session_id: sessionId,
    email: `${name}@example.test`,
    aal,
    app_metadata: metadata,
  } as const;
  return { role: "authenticated", claims, userId, sessionId };
}
const olga = session("olga", "aal2");
const ann = session("ann", "aal1");
const ben = session("ben", "aal1");
const mary = session("mary", "aal1");

const answerSchema = v.looseObject({
  outcome: v.string(),
  revision: v.optional(v.number()),
  batch: v.optional(v.string()),
  document: v.optional(v.looseObject({ body: v.unknown(), version: v.number() })),
});
const linkSchema = v.object({
  token: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  expires_at: v.string(),
});

const publishedSchema = v.looseObject({ kind: v.string(), id: v.string() });

type Value = string | number | null | readonly string[] | object;

/** A value as SQL: strings are texts, lists of strings arrays, all else JSON. */
function written(value: Value): string {
  if (value === null || typeof value === "number") return String(value);
  if (typeof value === "string") return quoted(value);
  const isWords = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isWords
    ? `array[${value.map((item) => quoted(item)).join(", ")}]::text[]`
    : `${quoted(JSON.stringify(value))}::jsonb`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** supabase/migrations: the database enforces the rules of the studio, tested as the API's roles. */
describe("the studio", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.admin.unsafe(`
      alter table public.staff disable trigger user;
      delete from auth.users;
      alter table public.staff enable trigger user;
      delete from public.studio_invitations;
      delete from public.studio_documents;
      delete from public.studio_revisions`);
    for (const name of NAMES) {
      await test.database.auth`
        insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
        values (${idOf(name)}, 'authenticated', 'authenticated', ${`${name}@example.test`}, now(),
                ${test.database.auth.json({ full_name: `The helper ${name}` })})`;
      await test.database.auth`
        insert into auth.sessions (id, user_id) values (${sessionOf(name)}, ${idOf(name)})`;
      await authenticate(name, "password");
    }
    await test.admin`
      insert into public.staff (user_id, permissions) values
        (${idOf("olga")}, ${[...PERMISSIONS]}),
        (${idOf("ann")}, ${["channels", "videos"]}),
        (${idOf("ben")}, ${["people", "channels"]})`;
  });

  /** Records how a session was authenticated. */
  const authenticate = (name: Name, method: string) => test.database.auth`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method)
    values (gen_random_uuid(), ${sessionOf(name)}, ${method})`;
  const as = <T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>) =>
    test.database.asCaller(
      { caller, method: "POST", path: "/studio", headers: {}, isReadOnly: false },
      work,
    );
  const run = (caller: Caller, statement: string) => as(caller, (sql) => sql.unsafe(statement));
  const ask = async (caller: Caller, name: string, ...values: readonly Value[]) => {
    const rows = await run(caller, `select ${name}(${values.map(written).join(", ")}) as answer`);
    const answer: unknown = rows[0]?.["answer"];
    return answer;
  };
  const change = async (caller: Caller, name: string, ...values: readonly Value[]) =>
    v.parse(answerSchema, await ask(caller, name, ...values));
  const publish = (caller: Caller, id: string, changes: object, version: number) =>
    change(caller, "studio_publish", "channel", id, changes, version, "Changed");
  const refused = { code: "42501" };

  it("knows the permissions and kinds that the product knows", async () => {
    expect(await ask(olga, "staff_all_permissions")).toEqual([...PERMISSIONS]);
    for (const [kind, permission] of Object.entries(KIND_PERMISSIONS)) {
      expect(await ask(olga, "studio_permission_of", kind)).toBe(permission);
      expect(await ask(olga, "audit_area", `${kind}.publish`)).toBe(permission);
    }
  });

  describe("staff members", () => {
    it("have their permissions; owners and those who see people only after a second factor", async () => {
      const permissionsOf = async (caller: Caller) => ask(caller, "studio_me");
      expect(await permissionsOf(ann)).toEqual({
        permissions: ["channels", "videos"],
        isOwner: false,
        name: "The helper ann",
        needsSecondStep: false,
      });
      expect(await permissionsOf(ben)).toMatchObject({
        permissions: ["channels"],
        needsSecondStep: true,
      });
      expect(await permissionsOf(session("ben", "aal2"))).toMatchObject({
        permissions: ["people", "channels"],
        needsSecondStep: false,
      });
      expect(await permissionsOf(session("olga", "aal1"))).toMatchObject({
        permissions: [],
        needsSecondStep: true,
      });
      expect(await permissionsOf(olga)).toMatchObject({ permissions: PERMISSIONS, isOwner: true });
      expect(await permissionsOf(mary)).toMatchObject({ permissions: [], needsSecondStep: false });
      expect(await permissionsOf(session("mary", "aal2", { role: "admin" }))).toMatchObject({
        isOwner: true,
      });
    });

    it("lose them with the next request: revoked, suspended, or at the end", async () => {
      expect(await ask(ann, "staff_can", "channels")).toBe(true);
      await test.database.auth`
        update auth.users set banned_until = now() + interval '1 day' where id = ${idOf("ann")}`;
      expect(await ask(ann, "staff_can", "channels")).toBe(false);
      await test.database.auth`update auth.users set banned_until = null`;
      await test.admin`
        update public.staff set until = now() - interval '1 second' where user_id = ${idOf("ann")}`;
      expect(await ask(ann, "staff_can", "channels")).toBe(false);
      await ask(olga, "studio_change_staff", idOf("ann"), ["videos"], null);
      expect(await ask(ann, "studio_me")).toMatchObject({ permissions: ["videos"] });
      await ask(olga, "studio_withdraw", idOf("ann"));
      expect(await ask(ann, "studio_me")).toMatchObject({ permissions: [] });
      // Undo gives the permissions back without a new link.
      await ask(olga, "studio_change_staff", idOf("ann"), ["channels"], null);
      expect(await ask(ann, "staff_can", "channels")).toBe(true);
    });

    it("accept an invitation to their email address, once, within its time", async () => {
      const invite = async () =>
        v.parse(
          linkSchema,
          await ask(olga, "studio_invite", " Mary@Example.test ", ["devotionals"], null),
        ).token;
      const early = await invite();
      const token = await invite();
      expect(await ask(mary, "studio_accept", early)).toEqual({ outcome: "unknown" });
      expect(await ask(ann, "studio_accept", token)).toEqual({
        outcome: "other_address",
        address: "m…@example.test",
      });
      await test.database.auth`update auth.users set email_confirmed_at = null`;
      expect(await ask(mary, "studio_accept", token)).toEqual({ outcome: "unconfirmed" });
      await test.database.auth`update auth.users set email_confirmed_at = now()`;
      const kept = await test.admin`select token_hash, email from public.studio_invitations`;
      expect(kept).toEqual([{ token_hash: expect.any(String), email: "mary@example.test" }]);
      expect(kept[0]?.["token_hash"]).not.toBe(token);
      expect(await ask(mary, "studio_accept", token)).toMatchObject({
        outcome: "accepted",
        permissions: ["devotionals"],
      });
      expect(await ask(mary, "studio_accept", token)).toEqual({ outcome: "used" });
      expect(await ask(olga, "studio_staff")).toHaveLength(4);

      await ask(olga, "studio_withdraw", idOf("mary"));
      const late = await invite();
      await test.admin`update public.studio_invitations set expires_at = now()`;
      expect(await ask(mary, "studio_accept", late)).toEqual({ outcome: "over" });
      const taken = await invite();
      const [open] = v.parse(
        v.array(v.looseObject({ id: v.string() })),
        await ask(olga, "studio_invitations"),
      );
      expect(await ask(olga, "studio_uninvite", open?.id ?? "")).toBe(true);
      expect(await ask(mary, "studio_accept", taken)).toEqual({ outcome: "unknown" });
    });

    it("cannot grant what they lack, and their links end with their permissions", async () => {
      const member = session("ben", "aal2");
      for (const permissions of [["settings"], [...PERMISSIONS], ["all"]]) {
        const asked = ask(member, "studio_invite", "mary@example.test", permissions, null);
        await expect(asked).rejects.toMatchObject(refused);
        const raised = ask(member, "studio_change_staff", idOf("ben"), permissions, null);
        await expect(raised).rejects.toMatchObject(refused);
      }
      const demoted = ask(member, "studio_change_staff", idOf("olga"), ["channels"], null);
      await expect(demoted).rejects.toMatchObject(refused);
      await expect(ask(member, "studio_withdraw", idOf("olga"))).rejects.toMatchObject(refused);
      await expect(
        ask(member, "studio_change_staff", idOf("mary"), ["channels"], null),
      ).rejects.toMatchObject(refused);
      await test.admin`
        update public.staff set until = now() + interval '1 day' where user_id = ${idOf("ben")}`;
      await expect(
        ask(member, "studio_invite", "mary@example.test", ["channels"], null),
      ).rejects.toMatchObject(refused);
      await test.admin`update public.staff set until = null where user_id = ${idOf("ben")}`;

      const link = v.parse(
        linkSchema,
        await ask(member, "studio_invite", "mary@example.test", ["channels"], null),
      );
      await ask(olga, "studio_change_staff", idOf("ben"), ["videos"], null);
      expect(await ask(mary, "studio_accept", link.token)).toEqual({ outcome: "over" });
    });

    describe("act on people within 15 minutes of a reauthentication", () => {
      const tooOld = { code: "28000", message: "proof_too_old" };
      const ACTS: readonly { name: string; values: readonly Value[] }[] = [
        { name: "studio_invite", values: ["mary@example.test", ["channels"], null] },
        { name: "studio_uninvite", values: [idOf("mary")] },
        { name: "studio_change_staff", values: [idOf("ann"), ["videos"], null] },
        { name: "studio_withdraw", values: [idOf("ann")] },
        { name: "studio_withdraw", values: [idOf("olga")] },
        { name: "studio_account", values: [idOf("ben")] },
        ...["suspend", "restore", "resend", "delete", "export", "remove_picture"].map((act) => ({
          name: "studio_account_act",
          values: [idOf("ben"), act],
        })),
      ];
      const passMinutes = (minutes: number, method = "%") => test.database.auth`
        update auth.mfa_amr_claims set updated_at = updated_at - ${`${minutes} minutes`}::interval
        where authentication_method like ${method}`;

      it.each(ACTS)("as $name $values", async ({ name, values }) => {
        await test.admin`
          insert into public.staff (user_id, permissions) values (${idOf("mary")}, ${[...PERMISSIONS]})`;
        await passMinutes(16);
        await expect(ask(olga, name, ...values)).rejects.toMatchObject(tooOld);
        await passMinutes(-2);
        await ask(olga, name, ...values);
      });

      it("with the second factor too, when the account has one", async () => {
        await test.database.auth`
          insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values (gen_random_uuid(), ${idOf("olga")}, 'totp', 'verified', now(), now())`;
        const invite = () => ask(olga, "studio_invite", "mary@example.test", ["channels"], null);
        await expect(invite()).rejects.toMatchObject(tooOld);
        await authenticate("olga", "totp");
        await invite();
        await passMinutes(16, "password");
        await expect(invite()).rejects.toMatchObject(tooOld);
        await passMinutes(-16, "password");
        await passMinutes(16, "totp");
        await expect(invite()).rejects.toMatchObject(tooOld);
      });

      it.each(["token_refresh", "anonymous", "oauth_provider/authorization_code", "totp"])(
        "for which %s alone does not count as a reauthentication",
        async (method) => {
          await passMinutes(16);
          await authenticate("olga", method);
          const asked = ask(olga, "studio_withdraw", idOf("ann"));
          await expect(asked).rejects.toMatchObject(tooOld);
        },
      );

      it("only in the session that was reauthenticated, after checking the permission", async () => {
        const elsewhere = { ...olga, claims: { ...olga.claims, session_id: sessionOf("ann") } };
        for (const caller of [
          elsewhere,
          { ...olga, claims: { ...olga.claims, session_id: "'" } },
        ]) {
          const asked = ask(caller, "studio_withdraw", idOf("ann"));
          await expect(asked).rejects.toMatchObject(tooOld);
        }
        await passMinutes(16);
        await expect(ask(ann, "studio_withdraw", idOf("ben"))).rejects.toMatchObject(refused);
        expect(await ask(olga, "studio_staff")).toHaveLength(3);
        for (const name of ["studio_has_recent_proof", "studio_require_recent_proof"]) {
          await expect(ask(olga, name)).rejects.toMatchObject(refused);
        }
      });
    });

    it("keep the last owner, whatever is tried", async () => {
      const lastOwner = { code: "23001", constraint_name: "staff_last_owner" };
      expect(await ask(olga, "studio_is_last_owner")).toBe(true);
      await expect(ask(olga, "studio_withdraw", idOf("olga"))).rejects.toMatchObject(lastOwner);
      await expect(
        ask(olga, "studio_change_staff", idOf("olga"), ["videos"], null),
      ).rejects.toMatchObject(lastOwner);
      await expect(
        ask(olga, "studio_change_staff", idOf("olga"), [...PERMISSIONS], "2999-01-01"),
      ).rejects.toMatchObject(lastOwner);
      await expect(
        test.database.auth`delete from auth.users where id = ${idOf("olga")}`,
      ).rejects.toMatchObject(lastOwner);
      await ask(olga, "studio_change_staff", idOf("ann"), [...PERMISSIONS], null);
      expect(await ask(olga, "studio_is_last_owner")).toBe(false);
      await ask(olga, "studio_withdraw", idOf("olga"));
      expect(await ask(session("ann", "aal2"), "studio_is_last_owner")).toBe(true);
    });

    it("begin with a link from the server until there is an owner", async () => {
      const lines: string[] = [];
      const warned: object[] = [];
      const offer = (database = test.database) =>
        printOwnerInvitation({
          database,
          siteUrl: "https://reign-tv.example",
          log: { warn: (fields: object) => warned.push(fields) },
          print: (line) => lines.push(line),
        });
      await offer();
      expect(lines).toEqual([]);
      await test.admin.unsafe(`
        alter table public.staff disable trigger user;
        delete from public.staff;
        alter table public.staff enable trigger user`);
      await offer();
      await offer({ ...test.database, leads: () => Promise.resolve(false) });
      expect(lines).toEqual([
        expect.stringMatching(/https:\/\/reign-tv\.example\/studio\/join#[0-9a-f]{64}\.owner$/),
      ]);
      await offer({ ...test.database, leads: () => Promise.reject(new Error("away")) });
      expect(warned).toEqual([expect.objectContaining({ event: "first_owner_not_offered" })]);

      const first = v.parse(linkSchema, await ask(server, "studio_first_owner"));
      const again = v.parse(linkSchema, await ask(server, "studio_first_owner"));
      expect(await ask(mary, "studio_accept", first.token)).toEqual({ outcome: "unknown" });
      expect(await ask(mary, "studio_accept", again.token)).toEqual({
        outcome: "accepted",
        permissions: [],
        isOwner: false,
        name: "The helper mary",
        needsSecondStep: true,
      });
      expect(await ask(server, "studio_first_owner")).toBe(null);
      await expect(ask(ann, "studio_first_owner")).rejects.toMatchObject(refused);
    });
  });

  describe("documents", () => {
    it("accept changes of fields on the version that was seen, and report conflicts otherwise", async () => {
      expect(await publish(ann, "reign-tv", { name: { en: "Reign" } }, 0)).toMatchObject({
        outcome: "published",
        document: { version: 1, updated_by_name: "The helper ann" },
      });
      const [before] = await run(visitor, "select revision from studio_state");
      const second = await publish(ann, "reign-tv", { onAir: false, name: null }, 1);
      expect(second.document?.body).toEqual({ onAir: false });
      const [after] = await run(visitor, "select revision from studio_state");
      expect(Number(after?.["revision"])).toBe(Number(before?.["revision"]) + 1);
      expect(await publish(session("ben", "aal2"), "reign-tv", { onAir: true }, 1)).toMatchObject({
        outcome: "conflict",
        document: { version: 2, body: { onAir: false } },
      });
      expect(await publish(ann, "other", {}, 3)).toMatchObject({
        outcome: "conflict",
        document: { version: 0, body: null },
      });
      expect(await run(visitor, "select studio_published() as found")).toMatchObject([
        { found: [{ kind: "channel", id: "reign-tv", body: { onAir: false }, version: 2 }] },
      ]);
    });

    it("are reverted by undo while a change is the newest, and undo is a change", async () => {
      await publish(ann, "reign-tv", { onAir: true }, 0);
      const off = await publish(ann, "reign-tv", { onAir: false }, 1);
      const undone = await change(ann, "studio_undo", off.revision ?? 0);
      expect(undone.document).toMatchObject({ version: 3, body: { onAir: true } });
      expect(await change(ann, "studio_undo", off.revision ?? 0)).toMatchObject({
        outcome: "conflict",
        document: { version: 3 },
      });
      const again = await change(ann, "studio_undo", undone.revision ?? 0);
      expect(again.document?.body).toEqual({ onAir: false });
      const removed = await change(ann, "studio_remove", "channel", "reign-tv", 4, "Removed");
      expect(removed.document).toMatchObject({ version: 5, body: null });
      const back = await change(ann, "studio_undo", removed.revision ?? 0);
      expect(back.document?.body).toEqual({ onAir: false });
      await expect(ask(mary, "studio_undo", off.revision ?? 0)).rejects.toMatchObject(refused);
      await expect(ask(ann, "studio_undo", 999_999)).rejects.toMatchObject(refused);
    });

    it("keep 30 changes each", async () => {
      for (let version = 0; version < 33; version += 1) {
        await publish(ann, "reign-tv", { title: `${version}` }, version);
      }
      const kept = await run(ann, "select version from studio_revisions order by version");
      expect(kept.map((row) => row["version"])).toEqual(
        Array.from({ length: 30 }, (_, index) => index + 4),
      );
    });

    it("change many at once, or none, and all are reverted as one", async () => {
      const changes = ["a", "b", "c"].map((id) => ({
        kind: "video",
        id,
        changes: { isHidden: true },
        base_version: 0,
      }));
      const done = await change(ann, "studio_change_many", changes, "Hidden");
      expect(done.outcome).toBe("published");
      const stale = await change(
        ann,
        "studio_change_many",
        changes.map((one) => (one.id === "b" ? one : { ...one, base_version: 1 })),
        "Again",
      );
      expect(stale).toMatchObject({ outcome: "conflict", document: { id: "b", version: 1 } });
      const versions = () => run(ann, "select version, body from studio_documents order by id");
      expect((await versions()).map((row) => row["version"])).toEqual([1, 1, 1]);
      const back = await change(ann, "studio_undo_batch", done.batch ?? "");
      expect(back.outcome).toBe("published");
      expect((await versions()).map((row) => row["body"])).toEqual([null, null, null]);
      const mixed = [
        ...changes,
        { kind: "ministry", id: "ministry", changes: {}, base_version: 0 },
      ];
      await expect(ask(ann, "studio_change_many", mixed, "x")).rejects.toMatchObject(refused);
      for (const bad of [{}, [{ kind: "video", id: "a", base_version: 2 }]]) {
        await expect(ask(ann, "studio_change_many", bad, "x")).rejects.toMatchObject({
          code: "22023",
        });
      }
    });

    it.each<[string, object]>([
      ["a control character", { name: "a\u0001b" }],
      ["an escape", { name: "\u001b[2J" }],
      ["a mark that turns the writing direction", { name: "a\u202eb" }],
      ["a field of an object's nature", JSON.parse('{"name": {"__proto__": {"isOwner": true}}}')],
      ["64 kB", { name: "x".repeat(65_536) }],
    ])("reject %s", async (_, changes) => {
      await expect(publish(ann, "reign-tv", changes, 0)).rejects.toMatchObject({
        code: "23514",
        constraint_name: "studio_documents_body_form",
      });
    });

    it("store line breaks, quotation marks and backslashes unchanged", async () => {
      const body = { text: 'One\n"two"\tthree \\u0001 \\b "__proto__": 1', list: [] };
      expect((await publish(ann, "reign-tv", body, 0)).document?.body).toEqual(body);
    });

    it.each(["", "../x", "a b", "__proto__", "x".repeat(65), "a\n", "é"])(
      "reject the id %j",
      async (id) => {
        await expect(publish(ann, id, {}, 0)).rejects.toMatchObject({ code: "23514" });
      },
    );

    const full = { code: "54000" };
    const fill = (kind: string, count: number) =>
      test.admin.unsafe(`
        alter table public.studio_documents disable trigger user;
        insert into public.studio_documents (kind, id, body, version)
          select '${kind}', 'filled-' || n, '{}', 1 from generate_series(1, ${count}) n;
        alter table public.studio_documents enable trigger user`);

    it.each([
      ["channel", 50],
      ["category", 50],
      ["list", 50],
      ["announcement", 200],
      ["video", 2_000],
      ["ministry", 1],
      ["schedule", 1],
    ])("of the kind %s are %i at most; a deleted one makes space", async (kind, most) => {
      const write = (id: string, version: number, act: string, ...values: readonly Value[]) =>
        change(olga, `studio_${act}`, kind, id, ...values, version, "x");
      await fill(kind, most);
      await expect(write("more", 0, "publish", {})).rejects.toMatchObject(full);
      expect((await write("filled-1", 1, "publish", { position: 3 })).outcome).toBe("published");
      const removed = await write("filled-1", 2, "remove");
      expect((await write("more", 0, "publish", {})).outcome).toBe("published");
      await expect(ask(olga, "studio_undo", removed.revision ?? 0)).rejects.toMatchObject(full);
    });

    it("stay within the limit when two publish at the same time, or one publishes many", async () => {
      await fill("channel", 48);
      const publishing = Array.from({ length: 6 }, (_, n) => publish(ann, `new-${n}`, {}, 0));
      const settled = await Promise.allSettled(publishing);
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
      const many = ["x", "y"].map((id) => ({ kind: "channel", id, changes: {}, base_version: 0 }));
      await expect(ask(ann, "studio_change_many", many, "x")).rejects.toMatchObject(full);
      const [found] = await run(ann, "select count(*)::integer as count from studio_documents");
      expect(found?.["count"]).toBe(50);
    });

    it.each([
      ["weekly", 100],
      ["others", 50],
      ["exceptions", 200],
    ])("of the schedule hold so many %s at most: %i", async (field, most) => {
      const write = (count: number, version: number) => {
        const body = { [field]: Array.from({ length: count }, (_, n) => ({ id: `s${n}` })) };
        return change(olga, "studio_publish", "schedule", "schedule", body, version, "x");
      };
      expect((await write(most, 0)).outcome).toBe("published");
      await expect(write(most + 1, 1)).rejects.toMatchObject(full);
    });

    it("are previewed by everyone with the URL, while their author may", async () => {
      const token = String(
        await ask(ann, "studio_preview", "channel", "reign-tv", { onAir: true }),
      );
      const shown = { kind: "channel", id: "reign-tv", body: { onAir: true } };
      expect(await ask(visitor, "studio_previewed", token)).toEqual(shown);
      expect(await ask(visitor, "studio_previewed", token.replace(/^./, "g"))).toBe(null);
      await expect(run(olga, "select * from studio_previews")).rejects.toMatchObject(refused);
      await ask(olga, "studio_change_staff", idOf("ann"), ["videos"], null);
      expect(await ask(visitor, "studio_previewed", token)).toBe(null);
      await ask(olga, "studio_change_staff", idOf("ann"), ["channels"], null);
      await test.admin`update public.studio_previews set expires_at = now()`;
      expect(await ask(visitor, "studio_previewed", token)).toBe(null);
    });

    it("have a private draft for each staff member", async () => {
      const save = (caller: Caller, body: string, extra = "") =>
        run(
          caller,
          `insert into studio_drafts (kind, id, body, base_version${extra && ", author"})
           values ('channel', 'reign-tv', '${body}', 0${extra})
           on conflict (kind, id, author) do update set body = excluded.body`,
        );
      await save(ann, '{"name": "a"}');
      await save(ann, '{"name": "ab"}');
      await save(session("ben", "aal2"), '{"name": "b"}');
      const drafts = (caller: Caller) => run(caller, "select body from studio_drafts");
      expect(await drafts(ann)).toEqual([{ body: { name: "ab" } }]);
      expect(await drafts(olga)).toEqual([]);
      await expect(save(mary, "{}")).rejects.toMatchObject(refused);
      await expect(save(ann, "{}", `, '${idOf("ben")}'`)).rejects.toMatchObject(refused);
      await expect(drafts(visitor)).rejects.toMatchObject(refused);
    });
  });

  it.each([
    `insert into staff (user_id, permissions) values ('${idOf("mary")}', '{people}')`,
    `update staff set permissions = '{people}' where user_id = '${idOf("ann")}'`,
    "delete from staff",
    "select * from studio_invitations",
    "insert into studio_documents (kind, id, body, version) values ('channel', 'x', '{}', 1)",
    "update studio_documents set body = '{}'",
    "delete from studio_revisions",
    "update studio_revisions set summary = ''",
    "insert into audit_log (action, subject, summary) values ('channel.publish', 'x', '')",
    "delete from audit_log",
    "update studio_state set revision = 0",
    "select studio_publish('ministry', 'ministry', '{}', 0, '')",
    "select studio_remove('schedule', 'schedule', 0, '')",
    "select studio_preview('devotional', 'x', '{}')",
    "select studio_publish('unknown', 'x', '{}', 0, '')",
    "select studio_publish(null, 'x', '{}', 0, '')",
    "select studio_write('ministry', 'ministry', '{}', 0, '', 'publish')",
    "select audit('channel.publish', 'x', 'forged')",
    "select staff_permissions_of(auth.uid())",
    "select staff_name(auth.uid())",
    "select studio_staff()",
    "select studio_invitations()",
    `select studio_invite('x@example.test', '{channels}')`,
    `select studio_withdraw('${idOf("olga")}')`,
    `select studio_change_staff('${idOf("ann")}', '{people}')`,
    "select studio_first_owner()",
  ])("stop a hostile staff member: %s", async (statement) => {
    await expect(run(ann, statement)).rejects.toMatchObject(refused);
    await expect(run(mary, statement)).rejects.toMatchObject(refused);
    await expect(run(visitor, statement)).rejects.toMatchObject(refused);
  });

  it("show who agreed to be named to staff only: visitors read a video's links without it", async () => {
    const link = { id: "clip-healed", title: "Healed", relation: "testimony" };
    const body = { speaker: "Ann", links: [{ ...link, consent: "Mrs Ncube" }] };
    await test.admin.unsafe(`
      insert into public.studio_documents (kind, id, body, version)
      values ('video', 'clip-one', '${JSON.stringify(body)}', 1)`);
    for (const caller of [visitor, mary]) {
      const read = await run(caller, "select studio_published() as found");
      expect(read).toMatchObject([{ found: [{ body: { speaker: "Ann", links: [link] } }] }]);
      expect(JSON.stringify(read)).not.toContain("Ncube");
    }
  });

  it("are filtered by the server: visitors and users read only what is visible now", async () => {
    const text = { en: "Words" };
    const documents: readonly [kind: string, id: string, body: object | null][] = [
      ["announcement", "always", { text }],
      [
        "announcement",
        "begun",
        { text, from: "2026-01-01T00:00:00Z", until: "2999-01-01T00:00:00Z" },
      ],
      ["announcement", "later", { text: { en: "Secret" }, from: "2999-01-01T00:00:00.000Z" }],
      ["announcement", "over", { text: { en: "Secret" }, until: "2026-01-01T00:00:00Z" }],
      ["announcement", "unreadable", { text: { en: "Secret" }, from: "2026-13-45T00:00:00Z" }],
      ["announcement", "removed", null],
      ["category", "hymns", { title: { en: "Secret" }, isHidden: true }],
      ["category", "music", { title: text, isHidden: false }],
      ["channel", "test-channel", { name: { en: "Secret" }, isHidden: true }],
      ["list", "hymns", { videos: [{ id: "shown", title: "Secret" }] }],
      [
        "list",
        "music",
        {
          videos: [
            { id: "secret-1", title: "Secret" },
            { id: "shown", title: "Words" },
          ],
        },
      ],
      ["video", "secret-1", { isHidden: true, title: { en: "Secret" } }],
      ["video", "shown", { links: [{ id: "secret-1", title: "Secret", relation: "testimony" }] }],
    ];
    for (const [kind, id, body] of documents) {
      await test.admin`
        insert into public.studio_documents (kind, id, body, version)
        values (${kind}, ${id}, ${body === null ? null : test.admin.json(JSON.parse(JSON.stringify(body)))}, 1)`;
    }
    const read = async (caller: Caller) =>
      v.parse(v.array(publishedSchema), await ask(caller, "studio_published"));
    const nameOf = ({ kind, id }: { kind: string; id: string }) => `${kind}/${id}`;
    for (const caller of [visitor, mary, ann]) {
      const visible = await read(caller);
      expect(visible.map(nameOf)).toEqual([
        "announcement/always",
        "announcement/begun",
        "category/music",
        "list/music",
        "video/shown",
      ]);
      expect(JSON.stringify(visible)).not.toMatch(/secret/i);
    }
    expect((await read(server)).map(nameOf)).toEqual(
      documents.map(([kind, id]) => nameOf({ kind, id })).toSorted(),
    );
  });

  it("show names of staff members to staff only", async () => {
    await publish(ann, "reign-tv", { onAir: true }, 0);
    for (const column of ["body", "updated_by_name"]) {
      const statement = `select ${column} from studio_documents`;
      await expect(run(visitor, statement)).rejects.toMatchObject(refused);
    }
    expect(await run(mary, "select updated_by_name from studio_documents")).toEqual([]);
    expect(await run(ann, "select updated_by_name from studio_documents")).toEqual([
      { updated_by_name: "The helper ann" },
    ]);
    expect(await run(mary, "select * from studio_revisions")).toEqual([]);
    await test.database.auth`delete from auth.users where id = ${idOf("ann")}`;
    expect(await run(olga, "select updated_by_name from studio_documents")).toEqual([
      { updated_by_name: null },
    ]);
    expect(await run(olga, "select by, by_name from studio_revisions")).toEqual([
      { by: null, by_name: null },
    ]);
  });

  it("the log is append-only, read by owners and by each for the own area, and ends after 400 days", async () => {
    await test.admin.unsafe(`
      alter table public.audit_log disable trigger user;
      delete from public.audit_log;
      insert into public.audit_log (at, action, subject, summary)
      values (now() - interval '401 days', 'channel.publish', 'old', '');
      alter table public.audit_log enable trigger user`);
    await publish(ann, "reign-tv", { onAir: true }, 0);
    await change(olga, "studio_publish", "ministry", "ministry", {}, 0, "Name");
    await ask(olga, "studio_withdraw", idOf("ben"));
    const actions = async (caller: Caller) =>
      (await run(caller, "select action from audit_log order by id")).map((row) => row["action"]);
    expect(await actions(olga)).toEqual(["channel.publish", "ministry.publish", "staff.withdraw"]);
    expect(await actions(ann)).toEqual(["channel.publish"]);
    expect(await actions(mary)).toEqual([]);
    for (const statement of ["delete from audit_log", "update audit_log set summary = 'x'"]) {
      await expect(test.admin.unsafe(statement)).rejects.toMatchObject(refused);
    }
  });
});
