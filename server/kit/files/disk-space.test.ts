import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { readDiskSpace, readDiskSpaceSync, requireSpace } from "./disk-space.ts";

it("a disk has no more free than it has", async () => {
  const { freeBytes, sizeBytes } = await readDiskSpace(tmpdir());
  expect(freeBytes).toBeLessThanOrEqual(sizeBytes);
  expect(readDiskSpaceSync(tmpdir()).sizeBytes).toBe(sizeBytes);
});

it("work for which there is no room is told how much it wants, and where", () => {
  const need = { purpose: "A copy of the database", bytes: 300_000_001 };
  expect(() => requireSpace("/srv/data", need, 300_000_001)).not.toThrow();
  expect(() => requireSpace("/srv/data", need, 5_000_000)).toThrow(
    "A copy of the database needs 301 MB on the disk of /srv/data, which has 5 MB free: make room there.",
  );
});
