import { expect, it } from "vitest";
import {
  hourEstimate,
  MEGABYTE_BYTES,
  videoEstimate,
  voiceEstimate,
} from "./data-estimate.domain.ts";

it.each([
  ["a stream of a broadcaster", false, 250],
  ["a channel of our own", true, 40],
])("%s: hourly estimate", (_what, isOurOwn, megabytes) => {
  const price = { bytes: megabytes * MEGABYTE_BYTES, of: "hour", isKnown: false };
  expect(hourEstimate(isOurOwn)).toEqual(price);
});

it.each([
  ["1:00:00", false, 250],
  ["30:00", false, 125],
  ["1:30:00", true, 60],
  ["0:19", true, 1],
  ["12:05:00", false, 3021],
])("estimates a video of %s (our own: %s) at about %i MB", (duration, isOurOwn, megabytes) => {
  const price = { bytes: megabytes * MEGABYTE_BYTES, of: "whole", isKnown: false };
  expect(videoEstimate({ duration, isOurOwn })).toEqual(price);
});

it("uses the known size of a video", () => {
  const price = { bytes: 217_225, of: "whole", isKnown: true };
  expect(videoEstimate({ duration: "0:19", isOurOwn: true, bytes: 217_225 })).toEqual(price);
});

it.each(["", "LIVE", "Soon", "90"])("estimates by the hour for a video of %j", (duration) => {
  expect(videoEstimate({ duration, isOurOwn: false })).toEqual(hourEstimate(false));
});

it.each([
  [0, 1],
  [54_000, 58],
  [2_800, 3],
])("estimates %i letters of speech at about %i MB", (letters, megabytes) => {
  expect(voiceEstimate("a".repeat(letters)).bytes).toBe(megabytes * MEGABYTE_BYTES);
});
