import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileBook } from "#server/state-store/file-state-store.ts";
import { openTimeline } from "./lineup-revisions.ts";
import { type LineupItem, sequenceAt, windowAt } from "./linear.domain.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const OLD: LineupItem[] = [
  { clip: { id: "clip-a", version: "1" }, segmentsUs: [4_800_000, 4_800_000] },
];
const EDITED: LineupItem[] = [{ clip: { id: "clip-b", version: "1" }, segmentsUs: [4_800_000] }];

let directory: string;

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), "reign-eras-")), "live");
});

afterEach(() => rm(dirname(directory), { recursive: true }));

function openChannel(items: LineupItem[], nowMs = NOW_MS, isPlayable = true) {
  return openTimeline({
    book: fileBook(directory),
    channelId: "english",
    items,
    isPlayable: () => isPlayable,
    nowMs,
  });
}

test("a channel counts from its epoch and a restart changes nothing", async () => {
  const first = await openChannel(OLD);
  const second = await openChannel(OLD, NOW_MS + 60_000);
  expect(second).toEqual(first);
  expect(await readdir(directory)).toEqual(["english-000001.json"]);
});

test("an edited line-up starts an era soon, goes on counting, and survives restarts", async () => {
  const before = await openChannel(OLD);
  const after = await openChannel(EDITED);
  expect(after.eras).toHaveLength(2);
  const startsAtMs = (after.eras.at(-1)?.startsAtUs ?? 0) / 1000;
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

test("a line-up whose clips are gone gives way at once, with a whole window and higher numbers", async () => {
  const before = await openChannel(OLD);
  const after = await openChannel(EDITED, NOW_MS, false);
  const window = windowAt(after, NOW_MS, 6);
  expect(window.map((segment) => segment.clip.id)).toEqual(Array(6).fill("clip-b"));
  expect(window[0]?.sequence).toBe(sequenceAt(before, NOW_MS));
  expect(window.map((segment) => segment.item)).toEqual(
    window.map((_, index) => (window[0]?.item ?? 0) + index),
  );
});

test("processes that start together agree on the one new era", async () => {
  await openChannel(OLD);
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, index) => openChannel(EDITED, NOW_MS + index * 20_000)),
  );
  for (const timeline of all) expect(timeline).toEqual(all[0]);
  expect(await readdir(directory)).toEqual(["english-000001.json", "english-000002.json"]);
});

test("channels do not read each other's eras, and drafts leave no trace", async () => {
  await openChannel(OLD);
  await openTimeline({
    book: fileBook(directory),
    channelId: "french",
    items: EDITED,
    isPlayable: () => true,
    nowMs: NOW_MS,
  });
  expect((await openChannel(OLD)).eras).toHaveLength(1);
  expect(await readdir(directory)).toEqual(["english-000001.json", "french-000001.json"]);
});

test("a damaged file is passed over and its number is not used again", async () => {
  await openChannel(OLD);
  await writeFile(join(directory, "english-000002.json"), '{"startsAtUs":');
  const timeline = await openChannel(EDITED);
  expect(timeline.eras.map((era) => era.items)).toEqual([OLD, EDITED]);
  expect(await readdir(directory)).toContain("english-000003.json");
});

test("a folder that cannot be made ends with the file system's error", async () => {
  await expect(
    openTimeline({
      book: fileBook("/dev/null/live"),
      channelId: "english",
      items: OLD,
      isPlayable: () => true,
      nowMs: NOW_MS,
    }),
  ).rejects.toThrow(/ENOTDIR/);
});
