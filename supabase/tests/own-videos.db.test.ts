import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PERMISSIONS } from "#shared/studio/permissions.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import type { Caller } from "@reign-tv/backend";

const STAFF_MEMBER = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "aaaaaaaa-0000-4000-8000-000000000002";

const VISITOR: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };

function callerOf(userId: string): Caller {
  const sessionId = userId.replace("aaaaaaaa", "bbbbbbbb");
  const claims = {
    role: "authenticated",
    sub: userId,
    session_id: sessionId,
    aal: "aal1",
  } as const;
  return { role: "authenticated", claims, userId, sessionId };
}

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
  for (const id of [STAFF_MEMBER, OTHER]) {
    await test.database.auth`
      insert into auth.users (id, aud, role, email) values
        (${id}, 'authenticated', 'authenticated', ${`${id}@example.test`})`;
    await test.database.auth`
      insert into auth.sessions (id, user_id) values (${callerOf(id).sessionId}, ${id})`;
  }
  await test.admin`
    insert into public.staff (user_id, permissions) values
      (${STAFF_MEMBER}, ${["videos"]}), (${OTHER}, ${PERMISSIONS.filter((one) => one !== "videos" && one !== "people")})`;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.admin`truncate public.own_videos`;
});

async function ask(caller: Caller, call: string): Promise<unknown> {
  const rows = await test.database.asCaller(
    { caller, method: "POST", path: "/studio", headers: {}, isReadOnly: false },
    async (sql) => sql.unsafe(`select ${call} as answer`),
  );
  return rows[0]?.["answer"];
}
const asStaff = (call: string): Promise<unknown> => ask(callerOf(STAFF_MEMBER), call);

const FACTS = { language: "en", category: "sermons", title: " Come home ", speaker: "Ann" };
const json = (value: object): string => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;

async function addVideo(facts: object = FACTS): Promise<string> {
  return String(await asStaff(`studio_add_own_video('upload', ${json(facts)}, null, 1000)`));
}
const makeReady = (id: string) =>
  test.admin`update public.own_videos set state = 'ready' where id = ${id}`;
const countFor = (caller: Caller) => ask(caller, "(select count(*)::int from own_videos)");

describe("an own video", () => {
  it("is added, changed, published, taken back and deleted by staff for videos", async () => {
    const id = await addVideo();
    expect(id).toMatch(/^clip-own-[0-9a-f]{12}$/);
    expect(await asStaff(`studio_publish_own_video('${id}', true)`)).toBe("not-ready");
    await makeReady(id);
    const changes = { title: "", chapters: [{ at: 0, title: "Song" }], show: "sermons" };
    expect(await asStaff(`studio_change_own_video('${id}', ${json(changes)})`)).toBe(true);
    expect(await asStaff(`studio_publish_own_video('${id}', true)`)).toBe("no-title");
    await asStaff(`studio_change_own_video('${id}', ${json({ title: "Home", show: null })})`);
    expect(await asStaff(`studio_publish_own_video('${id}', true)`)).toBe("done");
    const [row] = await test.admin`select * from public.own_videos`;
    expect(row).toMatchObject({ title: "Home", speaker: "Ann", show: null, is_published: true });
    expect(await asStaff(`studio_publish_own_video('${id}', false)`)).toBe("done");
    await asStaff(`studio_publish_own_video('${id}', true)`);
    const [again] = await test.admin`select published_at from public.own_videos`;
    expect(again?.["published_at"]).toEqual(row?.["published_at"]);
    expect(await asStaff(`studio_remove_own_video('${id}')`)).toBe(true);
    expect(await asStaff(`studio_remove_own_video('${id}')`)).toBe(false);
    expect(await asStaff(`studio_publish_own_video('${id}', true)`)).toBe("not-found");
    const log =
      await test.admin`select action from public.audit_log where subject = ${id} order by id`;
    expect(log.map(({ action }) => String(action))).toEqual([
      "video.add",
      "video.change",
      "video.change",
      "video.publish",
      "video.unpublish",
      "video.publish",
      "video.delete",
    ]);
  });

  it("is read by all once it is published, without where its files are", async () => {
    const id = await addVideo();
    expect([await countFor(VISITOR), await countFor(callerOf(OTHER))]).toEqual([0, 0]);
    expect(await countFor(callerOf(STAFF_MEMBER))).toBe(1);
    await makeReady(id);
    await asStaff(`studio_publish_own_video('${id}', true)`);
    expect([await countFor(VISITOR), await countFor(callerOf(OTHER))]).toEqual([1, 1]);
    for (const column of ["server", "address", "preview_key", "created_by"]) {
      const read = asStaff(`(select ${column} from own_videos)`);
      await expect(read).rejects.toMatchObject({ code: "42501" });
    }
    await expect(ask(VISITOR, "(select state from own_videos)")).rejects.toMatchObject({
      code: "42501",
    });
    await asStaff(`studio_remove_own_video('${id}')`);
    expect(await countFor(VISITOR)).toBe(0);
  });

  it("is changed only by staff for videos, and only by the functions", async () => {
    const id = await addVideo();
    const calls = [
      `studio_add_own_video('upload', ${json(FACTS)}, null, 1000)`,
      `studio_change_own_video('${id}', '{}')`,
      `studio_publish_own_video('${id}', true)`,
      `studio_remove_own_video('${id}')`,
    ];
    for (const call of calls) {
      for (const caller of [VISITOR, callerOf(OTHER)]) {
        await expect(ask(caller, call)).rejects.toMatchObject({ code: "42501" });
      }
    }
    await expect(asStaff(`own_video_change('${id}', '{}')`)).rejects.toMatchObject({
      code: "42501",
    });
  });

  it.each([
    ["an unknown language", { language: "xx" }],
    ["a category that is none", { category: "../x" }],
    ["a title of two lines", { title: "one\ntwo" }],
    ["an unknown podcast", { show: "news" }],
    ["a chapter without a title", { chapters: [{ at: 1, title: "" }] }],
    ["chapters out of order", { chapters: [2, 1].map((at) => ({ at, title: "x" })) }],
    ["a chapter with more", { chapters: [{ at: 1, title: "x", html: "<b>" }] }],
    ["chapters that are none", { chapters: "no" }],
  ])("rejects %s", async (_name, facts) => {
    const id = await addVideo();
    const rejection = { code: expect.stringMatching(/^(?:23514|23503|22)/) };
    const change = asStaff(`studio_change_own_video('${id}', ${json(facts)})`);
    await expect(change).rejects.toMatchObject(rejection);
    await expect(addVideo({ ...FACTS, ...facts })).rejects.toMatchObject(rejection);
  });

  it("has at most 20 unfinished uploads of one person", async () => {
    for (let count = 0; count < 20; count++) await addVideo();
    await expect(addVideo()).rejects.toMatchObject({ code: "54000" });
  });
});
