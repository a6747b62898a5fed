import { expect, test } from "vitest";
import { hourlyMegabytes, videoMegabytes } from "./data-cost.domain.ts";

test("a stream of a broadcaster costs about 250 MB an hour", () => {
  expect(hourlyMegabytes(false)).toBe(250);
});

test.each([
  ["1:00:00", false, 250],
  ["30:00", false, 125],
  ["1:30:00", true, 60],
  ["0:19", true, 1],
  ["12:05:00", false, 3021],
])("a video of %s (our own: %s) costs about %i MB", (duration, isOurOwn, expected) => {
  expect(videoMegabytes(duration, isOurOwn)).toBe(expected);
});

test.each(["", "LIVE", "Soon", "90"])("a video of %j has no estimate", (duration) => {
  expect(videoMegabytes(duration, false)).toBeNull();
});
