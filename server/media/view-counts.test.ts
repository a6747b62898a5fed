import { beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "@reign-tv/kit/log.ts";
import { openViewCounts, type ViewCounts } from "./view-counts.ts";

const HOUR_MS = 60 * 60_000;

let kept: string | null;
let nowMs: number;

beforeEach(() => {
  kept = null;
  nowMs = Date.parse("2026-10-04T10:00:00Z");
});

function open(isFull = false): Promise<ViewCounts> {
  return openViewCounts({
    store: {
      get: () => Promise.resolve(kept),
      set: (_, value) => {
        if (isFull) return Promise.reject(new Error("ENOSPC"));
        kept = value;
        return Promise.resolve();
      },
    },
    now: () => nowMs,
    log: createLogger("silent"),
  });
}

describe("play counts", () => {
  it("count a visitor once an hour for each clip", async () => {
    const views = await open();
    views.count("clip-one", "a");
    views.count("clip-one", "a");
    views.count("clip-one", "b");
    views.count("clip-two", "a");
    expect([views.viewsOf("clip-one"), views.viewsOf("clip-two")]).toEqual([2, 1]);
    nowMs += HOUR_MS;
    views.count("clip-one", "a");
    expect(views.viewsOf("clip-one")).toBe(3);
    expect(views.revision).toBe(4);
    await views.close();
  });

  it("survive a restart", async () => {
    const views = await open();
    views.count("clip-one", "a");
    await views.close();
    expect((await open()).viewsOf("clip-one")).toBe(1);
  });

  it("add up over processes, also unwritten ones", async () => {
    const [one, two] = [await open(), await open()];
    one.count("clip-one", "a");
    two.count("clip-one", "b");
    await one.close();
    await two.close();
    expect(JSON.parse(kept ?? "")).toEqual({ "clip-one": 2 });
    expect([one.viewsOf("clip-one"), two.viewsOf("clip-one")]).toEqual([1, 2]);
  });

  it.each(["{", '{"clip-one":"many"}', '{"clip-one":-1}'])(
    "restart at zero if the stored counts are invalid: %s",
    async (text) => {
      kept = text;
      expect((await open()).viewsOf("clip-one")).toBe(0);
    },
  );

  it("continue in memory when the disk is full", async () => {
    const views = await open(true);
    views.count("clip-one", "a");
    await views.close();
    expect(views.viewsOf("clip-one")).toBe(1);
  });
});
