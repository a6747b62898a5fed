import { expect, test } from "vitest";
import { hourPrice, MEGABYTE_BYTES, videoPrice, voicePrice } from "./data-estimate.domain.ts";

test.each([
  ["a stream of a broadcaster", false, 250],
  ["a channel of our own", true, 40],
])("%s costs by the hour", (_what, isOurOwn, megabytes) => {
  const price = { bytes: megabytes * MEGABYTE_BYTES, of: "hour", isKnown: false };
  expect(hourPrice(isOurOwn)).toEqual(price);
});

test.each([
  ["1:00:00", false, 250],
  ["30:00", false, 125],
  ["1:30:00", true, 60],
  ["0:19", true, 1],
  ["12:05:00", false, 3021],
])("a video of %s (our own: %s) costs about %i MB", (duration, isOurOwn, megabytes) => {
  const price = { bytes: megabytes * MEGABYTE_BYTES, of: "whole", isKnown: false };
  expect(videoPrice({ duration, isOurOwn })).toEqual(price);
});

test("a video whose size is known costs that", () => {
  const price = { bytes: 217_225, of: "whole", isKnown: true };
  expect(videoPrice({ duration: "0:19", isOurOwn: true, bytes: 217_225 })).toEqual(price);
});

test.each(["", "LIVE", "Soon", "90"])("a video of %j costs by the hour", (duration) => {
  expect(videoPrice({ duration, isOurOwn: false })).toEqual(hourPrice(false));
});

test.each([
  [0, 1],
  [54_000, 58],
  [2_800, 3],
])("a text of %i letters, read aloud, costs about %i MB", (letters, megabytes) => {
  expect(voicePrice("a".repeat(letters)).bytes).toBe(megabytes * MEGABYTE_BYTES);
});
