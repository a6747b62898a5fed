import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addStaff, OTHER_MEMBER, STAFF_MEMBER, valueFor } from "#tests/support/staff-callers.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import type { Caller } from "@reign-tv/backend";

const VISITOR: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
  await addStaff(test, "videos");
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.admin`truncate public.own_videos`;
});

const ask = (caller: Caller, call: string): Promise<unknown> => valueFor(test, caller, call);
const asStaff = (call: string): Promise<unknown> => ask(STAFF_MEMBER, call);

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
    expect([await countFor(VISITOR), await countFor(OTHER_MEMBER)]).toEqual([0, 0]);
    expect(await countFor(STAFF_MEMBER)).toBe(1);
    await makeReady(id);
    await asStaff(`studio_publish_own_video('${id}', true)`);
    expect([await countFor(VISITOR), await countFor(OTHER_MEMBER)]).toEqual([1, 1]);
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
      for (const caller of [VISITOR, OTHER_MEMBER]) {
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
