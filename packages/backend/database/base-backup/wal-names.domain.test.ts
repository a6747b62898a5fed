import { describe, expect, it } from "vitest";
import { isArchivable, isHistory, isSince, segmentAt } from "./wal-names.domain.ts";

const MEGABYTE = 1_048_576;

describe("names of WAL files", () => {
  it.each([
    ["0/3000028", 1, 16 * MEGABYTE, "000000010000000000000003"],
    ["0/3000028", 1, MEGABYTE, "000000010000000000000030"],
    ["1A/FFFFFFFF", 31, MEGABYTE, "0000001F0000001A00000FFF"],
    ["1A/FF000000", 2, 16 * MEGABYTE, "000000020000001A000000FF"],
  ])(
    "find %s on timeline %d in segments of %d bytes in %s",
    (lsn, timeline, segmentBytes, name) => {
      expect(segmentAt(lsn, { timeline, segmentBytes })).toBe(name);
    },
  );

  it("are ordered by position alone, because a restore begins a new timeline", () => {
    const first = "000000010000000000000030";
    expect(isSince(first, "000000010000000000000030")).toBe(true);
    expect(isSince(first, "000000020000000000000031")).toBe(true);
    expect(isSince(first, "00000002000000000000002F")).toBe(false);
    expect(isSince(first, "00000002.history")).toBe(false);
  });

  it("are archivable when the files are complete", () => {
    expect(isArchivable("000000010000000000000030.00000028.backup")).toBe(true);
    expect(isSince("000000010000000000000030", "000000010000000000000030.00000028.backup")).toBe(
      false,
    );
    expect(isArchivable("000000010000000000000030")).toBe(true);
    expect(isArchivable("00000002.history")).toBe(true);
    expect(isHistory("00000002.history")).toBe(true);
    for (const other of [
      "archtemp.000000010000000000000030.12.99",
      "000000010000000000000030.partial",
    ]) {
      expect(isArchivable(other)).toBe(false);
    }
  });
});
