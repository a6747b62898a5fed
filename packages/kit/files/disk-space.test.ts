import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { readDiskSpace, readDiskSpaceSync, requireSpace } from "./disk-space.ts";

it("has at most as much free space as it has in total", async () => {
  const { freeBytes, sizeBytes } = await readDiskSpace(tmpdir());
  expect(freeBytes).toBeLessThanOrEqual(sizeBytes);
  expect(readDiskSpaceSync(tmpdir()).sizeBytes).toBe(sizeBytes);
});

it("refuses work that does not fit, with the needed space and the folder", () => {
  const need = { purpose: "A copy of the database", bytes: 300_000_001 };
  expect(() => requireSpace("/srv/data", need, 300_000_001)).not.toThrow();
  expect(() => requireSpace("/srv/data", need, 5_000_000)).toThrow(
    "A copy of the database needs 301 MB on the disk of /srv/data, which has 5 MB free: make room there.",
  );
});
