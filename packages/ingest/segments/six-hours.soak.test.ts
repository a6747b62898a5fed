import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { broadcastFor, memoryInUse } from "#ingest/testing/long-broadcast.ts";
import { DISK } from "./segment-files.ts";
import { openSegmentStore } from "./segment-store.ts";

it("segments and records six hours with flat memory", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reign-six-hours-"));
  const store = await openSegmentStore({
    folder,
    quotaBytes: 1e10,
    reserveBytes: 0,
    // Does not wait for the disk, which takes longer than all else.
    files: { ...DISK, writeDraft: (path, content) => writeFile(path, content) },
    onEnded(error) {
      throw error;
    },
  });
  const memory: number[] = [];
  await broadcastFor({
    minutes: 360,
    async onSegment(segment) {
      await store.append(segment);
    },
    onMinute(minute) {
      if (minute % 60 === 59) memory.push(memoryInUse());
    },
  });
  const [, , third = 0] = memory;
  // Three hours of the index, which is in memory.
  expect((memory.at(-1) ?? 0) - third).toBeLessThan(3_000_000);
  expect(store.recorded()).toHaveLength(10_800);
  expect(await readdir(folder)).toHaveLength(10_800 * 2 + 2 + 1);
  await rm(folder, { recursive: true });
});
