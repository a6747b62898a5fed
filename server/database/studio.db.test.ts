import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { KIND_PERMISSIONS } from "#shared/studio/documents.ts";
import { PERMISSIONS } from "#shared/studio/permissions.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import type { Caller } from "./caller.ts";

const visitor: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const server: Caller = { ...visitor, role: "service_role", claims: { role: "service_role" } };

const NAMES = ["olga", "ann", "ben", "mary"] as const;
type Name = (typeof NAMES)[number];
const idOf = (name: Name) => `aaaaaaaa-0000-4000-8000-00000000000${NAMES.indexOf(name) + 1}`;

function session(name: Name, aal: "aal1" | "aal2", metadata: object = {}): Caller {
  const userId = idOf(name);
  const claims = {
    role: "authenticated",
    sub: userId,
    email: `${name}@example.test`,
    aal,
    app_metadata: metadata,
  } as const;
  return { role: "authenticated", claims, userId, sessionId: null };
}
const olga = session("olga", "aal2");
const ann = session("ann", "aal1");
const ben = session("ben", "aal1");
const mary = session("mary", "aal1");

const answerSchema = z.looseObject({
  outcome: z.string(),
  revision: z.number().optional(),
  batch: z.string().optional(),
  document: z.looseObject({ body: z.unknown(), version: z.number() }).optional(),
});
const tokenSchema = z.object({ token: z.string().regex(/^[0-9a-f]{64}$/), expires_at: z.string() });

/** supabase/migrations: the studio's guard is the database, asked as the API's roles. */
describe("the studio", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    for (const name of NAMES) {
      await test.database.auth`
        insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
        values (${idOf(name)}, 'authenticated', 'authenticated', ${`${name}@example.test`}, now(),
                ${test.database.auth.json({ full_name: `${name} of the team` })})`;
    }
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.admin`alter table public.staff disable trigger user`;
    await test.admin`delete from public.staff`;
    await test.admin`alter table public.staff enable trigger user`;
    await test.admin`delete from public.studio_invitations`;
    await test.admin`delete from public.studio_documents`;
    await test.admin`delete from public.studio_drafts`;
    await test.admin`delete from public.studio_revisions`;
    await test.admin`
      insert into public.staff (user_id, permissions) values
        (${idOf("olga")}, ${[...PERMISSIONS]}),
        (${idOf("ann")}, ${["channels", "videos"]}),
        (${idOf("ben")}, ${["people", "channels"]})`;
  });

  const as = <T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>) =>
    test.database.asCaller(
      { caller, method: "POST", path: "/studio", headers: {}, isReadOnly: false },
      work,
    );
  const ask = async (caller: Caller, name: string, ...values: unknown[]): Promise<unknown> => {
    const places = values.map((_, index) => `$${index + 1}`).join(", ");
    const rows = await as(caller, (sql) =>
      sql.unsafe(
        `select ${name}(${places}) as answer`,
        values.map((value) =>
          typeof value === "object" && value !== null && !Array.isArray(value)
            ? sql.json(JSON.parse(JSON.stringify(value)))
            : value,
        ) as never,
      ),
    );
    return rows[0]?.["answer"];
  };
  const publish = async (caller: Caller, id: string, changes: object, version: number) =>
    answerSchema.parse(
      await ask(caller, "studio_publish", "channel", id, changes, version, "Name"),
    );

  it("knows the permissions and kinds that the product knows", async () => {
    expect(await ask(olga, "staff_all_permissions")).toEqual([...PERMISSIONS]);
    for (const [kind, permission] of Object.entries(KIND_PERMISSIONS)) {
      expect(await ask(olga, "studio_permission_of", kind)).toBe(permission);
      expect(await ask(olga, "audit_area", `${kind}.publish`)).toBe(permission);
    }
  });

  it("publishes and undoes", async () => {
    const first = await publish(ann, "reign-tv", { name: { en: "Reign" } }, 0);
    expect(first).toMatchObject({ outcome: "published", document: { version: 1 } });
    const second = await publish(ann, "reign-tv", { onAir: false }, 1);
    expect(second.document?.body).toEqual({ name: { en: "Reign" }, onAir: false });
    expect(await publish(ann, "reign-tv", { onAir: true }, 1)).toMatchObject({
      outcome: "conflict",
      document: { version: 2 },
    });
    expect(answerSchema.parse(await ask(ann, "studio_undo", second.revision))).toMatchObject({
      outcome: "published",
      document: { version: 3, body: { name: { en: "Reign" } } },
    });
  });

  it("invites", async () => {
    const link = tokenSchema.parse(
      await ask(olga, "studio_invite", "Mary@Example.test", ["devotionals"], null),
    );
    expect(await ask(ann, "studio_accept", link.token)).toEqual({
      outcome: "other_address",
      address: "m…@example.test",
    });
    expect(await ask(mary, "studio_accept", link.token)).toMatchObject({
      outcome: "accepted",
      permissions: ["devotionals"],
    });
    expect(await ask(mary, "studio_accept", link.token)).toEqual({ outcome: "used" });
    await ask(olga, "studio_change_staff", idOf("mary"), ["videos"], null);
    await ask(olga, "studio_withdraw", idOf("mary"));
    await ask(olga, "studio_change_staff", idOf("mary"), ["videos"], null);
    expect(await ask(olga, "studio_staff")).toHaveLength(4);
    expect(await ask(server, "studio_first_owner")).toBe(null);
  });

  it("many, previews, drafts", async () => {
    const a = answerSchema.parse(
      await ask(
        ann,
        "studio_change_many",
        [
          { kind: "video", id: "a", changes: { x: 1 }, base_version: 0 },
          { kind: "video", id: "b", changes: { x: 1 }, base_version: 0 },
        ].length > 0
          ? {}
          : {},
        "s",
      ).catch(() => ({ outcome: "bad" })),
    );
    expect(a.outcome).toBe("bad");
    const token = await ask(ann, "studio_preview", "channel", "reign-tv", { onAir: true });
    expect(await ask(visitor, "studio_previewed", token)).toEqual({
      kind: "channel",
      id: "reign-tv",
      body: { onAir: true },
    });
    await as(
      ann,
      (sql) =>
        sql`insert into studio_drafts (kind, id, body, base_version) values ('channel', 'x', '{}', 0) on conflict (kind, id, author) do update set body = excluded.body, base_version = excluded.base_version`,
    );
    const many = await as(
      ann,
      (sql) =>
        sql`select studio_change_many(${sql.json([
          { kind: "video", id: "a", changes: { x: 1 }, base_version: 0 },
          { kind: "video", id: "b", changes: { x: 1 }, base_version: 0 },
        ])}, 's') as answer`,
    );
    const batch = answerSchema.parse(many[0]?.["answer"]);
    expect(batch.outcome).toBe("published");
    expect(await ask(ann, "studio_undo_batch", batch.batch)).toMatchObject({
      outcome: "published",
    });
    expect(await ask(ann, "studio_me")).toMatchObject({
      permissions: ["channels", "videos"],
      needsSecondStep: false,
    });
    expect(await ask(ben, "studio_me")).toMatchObject({
      permissions: ["channels"],
      needsSecondStep: true,
    });
    const log = await as(olga, (sql) => sql`select action from audit_log`);
    expect(log.length).toBeGreaterThan(3);
  });
});
