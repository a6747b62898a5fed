import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RawReply, RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
  // Read the schema once, before a table is locked.
  await world.raw("anon", "/genres?limit=1");
});
afterAll(() => world.close());

const from = (address: string) => ({ headers: { "x-test-address": address } });

/** Locks films while `work` runs: every statement on them waits. */
async function whileFilmsAreLocked(work: () => Promise<void>): Promise<void> {
  await world.test.admin.begin(async (sql) => {
    await sql`lock table public.films in access exclusive mode`;
    await work();
  });
}

async function sendMany(count: number, path: string, addressOf: (index: number) => string) {
  const replies: Promise<RawReply>[] = Array.from({ length: count }, (_, index) =>
    world.raw("anon", path, from(addressOf(index))),
  );
  return Promise.all(replies);
}

describe("slow statements", () => {
  it.each([
    ["regular expressions", "/films?title=match.(.*)*x"],
    ["regular expressions inside of logic", "/films?or=(title.imatch.x+y,id.eq.1)"],
    [
      "regular expressions about what is embedded",
      "/authors?select=id,films!author_id(id)&films.title=match.x",
    ],
    ["any others", "/films"],
  ])("%s leave connections for other readers", async (_, path) => {
    // 30 of them would fill every connection three times.
    let slow: Promise<RawReply[]> | undefined;
    await whileFilmsAreLocked(async () => {
      slow = sendMany(30, path, () => "203.0.113.66");
      const readers = await sendMany(
        40,
        "/genres?select=id&limit=1",
        (index) => `198.51.100.${index}`,
      );
      expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    const statuses = (await slow)?.map(({ status }) => status) ?? [];
    // The first of them waited for the table and then got it.
    expect(statuses).toContain(200);
  });

  it("regular expressions of many visitors leave connections for other readers", async () => {
    let slow: Promise<RawReply[]> | undefined;
    await whileFilmsAreLocked(async () => {
      slow = sendMany(30, "/films?title=match.x", (index) => `203.0.113.${index}`);
      const readers = await sendMany(
        40,
        "/genres?select=id&limit=1",
        (index) => `198.51.100.${index}`,
      );
      expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    await slow;
  });

  it("a regular expression times out as in PostgREST, without Retry-After", async () => {
    await whileFilmsAreLocked(async () => {
      const reply = await world.raw("anon", "/films?title=match.x");
      expect([reply.status, reply.json]).toEqual([
        500,
        {
          code: "57014",
          message: "canceling statement due to statement timeout",
          details: null,
          hint: null,
        },
      ]);
      expect(reply.headers.has("retry-after")).toBe(false);
    });
  });
});
