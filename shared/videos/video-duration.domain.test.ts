import { expect, test } from "vitest";
import { durationSeconds, momentText } from "./video-duration.domain.ts";

test.each([
  [0, "0:00"],
  [750.9, "12:30"],
  [3_723, "1:02:03"],
])("%d seconds are %s", (seconds, text) => expect(momentText(seconds)).toBe(text));

test.each([
  ["19:05", 1_145],
  ["1:02:03", 3_723],
  ["", null],
  ["live", null],
])("%j is a length of %s s", (text, seconds) => expect(durationSeconds(text)).toBe(seconds));
