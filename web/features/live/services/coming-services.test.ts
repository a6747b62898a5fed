import { describe, expect, it } from "vitest";
import { countdownParts } from "./coming-services.tsx";

describe("countdownParts", () => {
  it.each([
    [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
    [-5_000, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
    [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
    [59_999, { days: 0, hours: 0, minutes: 1, seconds: 0 }],
    [90_061_000, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
  ])("cuts %s ms", (lengthMs, expected) => {
    expect(countdownParts(lengthMs)).toEqual(expected);
  });
});
