import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addStaff, OTHER_MEMBER, STAFF_MEMBER, valueFor } from "#tests/support/staff-callers.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import type { Caller } from "@reign-tv/backend";
import { type BroadcastStore, openBroadcastStore } from "./broadcast-store.ts";

const CLAIM = {
  channel: "english",
  server: "one",
  address: "http://10.0.0.1",
  via: "rtmp",
} as const;

let test: TestDatabase;
let store: BroadcastStore;

beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
  store = openBroadcastStore(test.database);
  await addStaff(test, "channels");
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.admin`truncate public.broadcasts, public.stream_keys, public.broadcast_segments cascade`;
});

const ask = (caller: Caller, call: string): Promise<unknown> => valueFor(test, caller, call);

it("keeps whether encoders may send, and who decided it", async () => {
  for (const isOpen of [true, false]) {
    expect(await store.encoderAccess(isOpen)).toEqual({ isOpen, keys: [] });
  }
  for (const accepts of [true, true, false]) {
    await ask(STAFF_MEMBER, `studio_accept_encoders(${accepts})`);
    expect(await store.encoderAccess(!accepts)).toEqual({ isOpen: accepts, keys: [] });
  }
  const log = await test.admin`
    select action from public.audit_log where action like 'channel.encoders%' order by id`;
  expect(log.map(({ action }) => String(action))).toEqual([
    "channel.encoders_on",
    "channel.encoders_off",
  ]);
});

describe("the key of a channel", () => {
  it("is told once, kept as a hash, and ended by the next", async () => {
    const first = String(await ask(STAFF_MEMBER, "studio_new_stream_key('english')"));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
    const keys = async () => (await store.encoderAccess(false)).keys;
    expect(await keys()).toEqual([
      { channel: "english", hash: hashOf(first), createdAtMs: expect.any(Number) },
    ]);
    const second = String(await ask(STAFF_MEMBER, "studio_new_stream_key('english')"));
    expect(await keys()).toEqual([expect.objectContaining({ hash: hashOf(second) })]);
    await ask(STAFF_MEMBER, "studio_remove_stream_key('english')");
    expect(await keys()).toEqual([]);
    const log = await test.admin`
      select action, summary from public.audit_log where action like 'channel.key%' order by id`;
    expect(log.map(({ action }) => String(action))).toEqual([
      "channel.key",
      "channel.key",
      "channel.key_removed",
    ]);
    expect(JSON.stringify(log)).not.toContain(first);
  });

  it("is for staff with the permission for channels", async () => {
    const id = (await store.claim(CLAIM)) ?? "";
    for (const call of [
      "studio_accept_encoders(true)",
      "studio_new_stream_key('english')",
      "studio_remove_stream_key('english')",
      `studio_stop_broadcast(${id})`,
      `studio_mark_chapter(${id}, '')`,
      "studio_name_chapter(1, 'x')",
      "studio_remove_chapter(1)",
      `studio_delete_recording('english', '${id}-a')`,
    ]) {
      await expect(ask(OTHER_MEMBER, call)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await ask(OTHER_MEMBER, "(select count(*)::int from broadcasts)")).toBe(0);
    expect(await ask(STAFF_MEMBER, "(select count(*)::int from broadcasts)")).toBe(1);
    for (const column of ["key_hash", "channel"]) {
      const read = ask(STAFF_MEMBER, `(select ${column} from stream_keys)`);
      await expect(read).rejects.toMatchObject({ code: "42501" });
    }
    await expect(ask(STAFF_MEMBER, "(select address from broadcasts)")).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("broadcasts", () => {
  it("has one at a time for each channel, and continues that of the same server", async () => {
    const [one, other] = await Promise.all([
      store.claim(CLAIM),
      store.claim({ ...CLAIM, server: "two" }),
    ]);
    expect([one, other].filter((claim) => claim === null)).toHaveLength(1);
    const held = one ?? other ?? "";
    const server = one === null ? "two" : "one";
    await store.addSegments(held, [{ number: 0 }]);
    await store.addSegments(held, [{ number: 0 }, { number: 1 }]);
    expect(await store.claim({ ...CLAIM, server })).toBe(held);
    expect(await store.segmentsFrom(held, 1)).toEqual([{ number: 1 }]);
    expect(await store.claim({ ...CLAIM, channel: "french", server: "two" })).not.toBeNull();
  });

  it("is lost by a server that is silent, and free once another server has ended it", async () => {
    const id = (await store.claim(CLAIM)) ?? "";
    await store.setOnAir(id, { sequence: 40, discontinuity: 7 });
    await test.admin`update public.broadcasts set heartbeat_at = now() - interval '7 seconds'`;
    expect((await store.recent())[0]).toMatchObject({ isFresh: false, endedAtMs: null });
    await store.end(id, "server", { sequence: 12, discontinuity: 2 });
    await store.end(id, "encoder", { sequence: 99, discontinuity: 99 });
    const [ended] = await store.recent();
    expect(ended).toMatchObject({
      first: { sequence: 40, discontinuity: 7 },
      shift: { sequence: 12, discontinuity: 2 },
      endedAtMs: expect.any(Number),
    });
    expect(await store.heartbeat([id])).toEqual(new Set());
    const next = await store.claim({ ...CLAIM, server: "two" });
    expect([null, id]).not.toContain(next);
    expect(await store.heartbeat([next ?? ""])).toEqual(new Set([next]));
  });

  it("takes chapters and the request of staff to end it while it runs", async () => {
    const id = (await store.claim(CLAIM)) ?? "";
    const chapter = await ask(STAFF_MEMBER, `studio_mark_chapter(${id}, ' Sermon ')`);
    await ask(STAFF_MEMBER, `studio_mark_chapter(${id}, null)`);
    expect(await ask(STAFF_MEMBER, `studio_name_chapter(${String(chapter)}, 'The sermon')`)).toBe(
      true,
    );
    await ask(STAFF_MEMBER, `studio_stop_broadcast(${id})`);
    expect((await store.recent())[0]).toMatchObject({
      isStopRequested: true,
      chapters: [{ title: "The sermon", atMs: expect.any(Number) }, { title: "" }],
    });
    await ask(STAFF_MEMBER, `studio_remove_chapter(${String(chapter)})`);
    await store.end(id, "staff", { sequence: 0, discontinuity: 0 });
    expect(await ask(STAFF_MEMBER, `studio_mark_chapter(${id}, 'late')`)).toBeNull();
    expect((await store.recent())[0]?.chapters).toEqual([expect.objectContaining({ title: "" })]);
  });

  it("lists recordings of other servers, and hands those that staff deleted to their server", async () => {
    const uuid = "00000000-0000-4000-8000-000000000001";
    const id = (await store.claim({ ...CLAIM, server: `tv1:${uuid}` })) ?? "";
    await store.setOnAir(id, { sequence: 0, discontinuity: 0 });
    expect(await store.recordingsElsewhere("english", "tv2:other")).toEqual([]);
    await store.end(id, "encoder", { sequence: 0, discontinuity: 0 }, 1_234);
    const listed = await store.recordingsElsewhere("english", "tv2:other");
    expect(listed).toMatchObject([{ id, server: `tv1:${uuid}`, bytes: 1_234 }]);
    expect(await store.recordingsElsewhere("english", `renamed:${uuid}`)).toEqual([]);
    expect(await store.recordingsElsewhere("french", "tv2:other")).toEqual([]);
    for (const wrong of ["", "1", "../1-a", "x-1"]) {
      const call = ask(STAFF_MEMBER, `studio_delete_recording('english', '${wrong}')`);
      await expect(call).rejects.toMatchObject({ code: "22023" });
    }
    await ask(STAFF_MEMBER, `studio_delete_recording('french', '${id}-a')`);
    expect(await store.deletedRecordings(`tv1:${uuid}`)).toEqual([]);
    await ask(STAFF_MEMBER, `studio_delete_recording('english', '${id}-a')`);
    expect(await store.recordingsElsewhere("english", "tv2:other")).toEqual([]);
    expect(await store.deletedRecordings(`tv1:${uuid}`)).toMatchObject([
      { id, channel: "english" },
    ]);
    expect(await store.deletedRecordings("tv2:other")).toEqual([]);
    const [line] = await test.admin`
      select actor, action, subject, summary from public.audit_log order by id desc limit 1`;
    expect(line).toEqual({
      actor: STAFF_MEMBER.userId,
      action: "channel.recording_deleted",
      subject: "english",
      summary: `${id}-a`,
    });
  });

  it("notifies servers of changes, but not of heartbeats", async () => {
    let notices = 0;
    const started = new Promise<void>((resolve) => {
      void test.database.listen("broadcasts", {
        onStart: () => resolve(),
        onNotice: () => notices++,
      });
    });
    await started;
    const id = (await store.claim(CLAIM)) ?? "";
    await store.heartbeat([id]);
    await store.setDropped(id, true);
    await store.setDropped(id, false);
    await expect.poll(() => notices).toBe(3);
  });

  it("forgets segments once no playlist has them", async () => {
    const id = (await store.claim(CLAIM)) ?? "";
    await store.addSegments(id, [{ number: 0 }]);
    await store.end(id, "encoder", { sequence: 0, discontinuity: 0 });
    await store.prune();
    expect(await store.segmentsFrom(id, 0)).toEqual([{ number: 0 }]);
    await test.admin`update public.broadcasts set ended_at = now() - interval '3 hours'`;
    await store.prune();
    expect(await store.segmentsFrom(id, 0)).toEqual([]);
  });
});
