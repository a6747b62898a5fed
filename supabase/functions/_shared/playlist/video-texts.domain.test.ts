import { describe, expect, it } from "vitest";
import { durationText, parseIsoDurationSeconds, viewCountText } from "./video-texts.domain.ts";

describe("parseIsoDurationSeconds", () => {
  it.each([
    ["PT1H2M3S", 3723],
    ["PT45S", 45],
    ["PT10M", 600],
    ["P1DT1S", 86_401],
    ["P1W", 604_800],
    ["P0D", 0],
    ["PT0S", 0],
    ["PT1.5S", 1],
  ])("reads %s as %d seconds", (text, seconds) => {
    expect(parseIsoDurationSeconds(text)).toBe(seconds);
  });

  it.each(["", "P", "PT", "1:02", "PT-5S", "P1Y", "PT5", "PT99999999S", "garbage"])(
    "rejects %j",
    (text) => {
      expect(parseIsoDurationSeconds(text)).toBeNull();
    },
  );
});

describe("durationText", () => {
  it.each([
    [3723, "1:02:03"],
    [65, "1:05"],
    [45, "0:45"],
    [19.2, "0:19"],
    [3600, "1:00:00"],
    [90_061, "25:01:01"],
    [0, ""],
    [-3, ""],
    [Number.NaN, ""],
  ])("formats %d seconds as %j", (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

describe("viewCountText", () => {
  it.each([
    [0, "0 views"],
    [1, "1 view"],
    [2, "2 views"],
    [999, "999 views"],
    [1000, "1K views"],
    [1234, "1.2K views"],
    [1999, "1.9K views"],
    [9999, "9.9K views"],
    [12_345, "12K views"],
    [999_999, "999K views"],
    [1_000_000, "1M views"],
    [3_456_789, "3.4M views"],
    [34_567_890, "34M views"],
    [2_100_000_000, "2.1B views"],
    [null, ""],
    [-1, ""],
    [Number.NaN, ""],
  ])("formats %j views as %j", (views, text) => {
    expect(viewCountText(views)).toBe(text);
  });
});
