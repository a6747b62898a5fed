import { describe, expect, it } from "vitest";
import { parseBanEnd } from "./ban-duration.ts";

describe("parseBanEnd", () => {
  it.each([
    ["24h", 86_400_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["300ms", 300],
    ["876600h", 876_600 * 3_600_000],
  ])("adds %s", (text, durationMs) => {
    expect(parseBanEnd(text, 1_000)).toEqual(new Date(1_000 + durationMs));
  });

  it.each(["none", "0s"])("lifts a ban for %s", (text) => {
    expect(parseBanEnd(text, 1_000)).toBeNull();
  });

  it.each(["", "24", "h", "1d", "-1h", "1h ", "forever", "9".repeat(400) + "h"])(
    "rejects %j",
    (text) => {
      expect(() => parseBanEnd(text, 1_000)).toThrow(
        expect.objectContaining({ status: 400, code: "validation_failed" }),
      );
    },
  );
});
