import { expect, it } from "vitest";
import { durationSeconds, momentText } from "./video-duration.domain.ts";

it.each([
  [0, "0:00"],
  [750.9, "12:30"],
  [3_723, "1:02:03"],
])("formats %d seconds as %s", (seconds, text) => expect(momentText(seconds)).toBe(text));

it.each([
  ["19:05", 1_145],
  ["1:02:03", 3_723],
  ["", null],
  ["live", null],
])("reads %j as %s seconds", (text, seconds) => expect(durationSeconds(text)).toBe(seconds));
