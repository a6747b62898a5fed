import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFileAppendOnlyStore } from "#server/state-store/state-store.ts";
import { openTimeline } from "./lineup-revisions.ts";
import { type LineupItem, sequenceAt } from "./linear.domain.ts";
import { windowAt } from "./linear.fixture.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const OLD: LineupItem[] = [
  { clip: { id: "clip-a", version: "1" }, segmentsUs: [4_800_000, 4_800_000] },
];
const EDITED: LineupItem[] = [{ clip: { id: "clip-b", version: "1" }, segmentsUs: [4_800_000] }];

let directory: string;

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), "reign-revisions-")), "live");
});

afterEach(() => rm(dirname(directory), { recursive: true }));

function openChannel(items: LineupItem[], nowMs = NOW_MS, isPlayable = true) {
  return openTimeline({
    store: createFileAppendOnlyStore(directory),
    channelId: "english",
    items,
    isPlayable: () => isPlayable,
    nowMs,
  });
}

it("counts from the channel's epoch and is unchanged after a restart", async () => {
  const first = await openChannel(OLD);
  const second = await openChannel(OLD, NOW_MS + 60_000);
  expect(second).toEqual(first);
  expect(await readdir(directory)).toEqual(["english-000001.json"]);
});

it("starts a revision soon after an edit, continues the numbers and survives restarts", async () => {
  const before = await openChannel(OLD);
  const after = await openChannel(EDITED);
  expect(after.revisions).toHaveLength(2);
  const startsAtMs = (after.revisions.at(-1)?.startsAtUs ?? 0) / 1000;
  expect(startsAtMs).toBeGreaterThan(NOW_MS);
  expect(startsAtMs).toBeLessThanOrEqual(NOW_MS + 5_000 + 9_600);
  expect(windowAt(after, startsAtMs - 1, 6)).toEqual(windowAt(before, startsAtMs - 1, 6));
  expect(sequenceAt(after, startsAtMs)).toBe(sequenceAt(before, startsAtMs));
  expect(windowAt(after, startsAtMs + 4_800, 2).map((segment) => segment.clip.id)).toEqual([
    "clip-a",
    "clip-b",
  ]);
  expect(await openChannel(EDITED, NOW_MS + 3_600_000)).toEqual(after);
});

it("replaces a lineup without clips at once, with a full window and higher numbers", async () => {
  const before = await openChannel(OLD);
  const after = await openChannel(EDITED, NOW_MS, false);
  const window = windowAt(after, NOW_MS, 6);
  expect(window.map((segment) => segment.clip.id)).toEqual(Array(6).fill("clip-b"));
  expect(window[0]?.sequence).toBe(sequenceAt(before, NOW_MS));
  expect(window.map((segment) => segment.item)).toEqual(
    window.map((_, index) => (window[0]?.item ?? 0) + index),
  );
});

it.each([true, false])(
  "plays an edited lineup again once a clock is right that was a year ahead (old clips playable: %s)",
  async (isPlayable) => {
    await openChannel(OLD);
    await openChannel(EDITED, NOW_MS + 365 * 86_400_000, isPlayable);
    const timeline = await openChannel(EDITED, NOW_MS, isPlayable);
    expect(windowAt(timeline, NOW_MS + 60_000, 2).map(({ clip }) => clip.id)).toEqual([
      "clip-b",
      "clip-b",
    ]);
  },
);

it("creates one revision when processes start together", async () => {
  await openChannel(OLD);
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, index) => openChannel(EDITED, NOW_MS + index * 20_000)),
  );
  for (const timeline of all) expect(timeline).toEqual(all[0]);
  expect(await readdir(directory)).toEqual(["english-000001.json", "english-000002.json"]);
});

it("separates channels and ignores drafts", async () => {
  await openChannel(OLD);
  await openTimeline({
    store: createFileAppendOnlyStore(directory),
    channelId: "french",
    items: EDITED,
    isPlayable: () => true,
    nowMs: NOW_MS,
  });
  expect((await openChannel(OLD)).revisions).toHaveLength(1);
  expect(await readdir(directory)).toEqual(["english-000001.json", "french-000001.json"]);
});

it("skips a damaged record and does not reuse its number", async () => {
  await openChannel(OLD);
  await writeFile(join(directory, "english-000002.json"), '{"startsAtUs":');
  const timeline = await openChannel(EDITED);
  expect(timeline.revisions.map((revision) => revision.items)).toEqual([OLD, EDITED]);
  expect(await readdir(directory)).toContain("english-000003.json");
});

it("throws the file system's error if the folder cannot be created", async () => {
  await expect(
    openTimeline({
      store: createFileAppendOnlyStore("/dev/null/live"),
      channelId: "english",
      items: OLD,
      isPlayable: () => true,
      nowMs: NOW_MS,
    }),
  ).rejects.toThrow(/ENOTDIR/);
});
