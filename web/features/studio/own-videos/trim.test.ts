import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addChapter,
  changeChapter,
  formatChanges,
  isOneFormat,
  moveEnd,
  offeredMarks,
  parseTime,
  rangeTimes,
  stepEnd,
} from "./trim.domain.ts";
import { elapsedText } from "#web/features/studio/channels/go-live/go-live-texts.domain.ts";

const SEGMENTS = Array.from({ length: 10 }, (_, number) => ({
  number,
  at: number * 2,
  seconds: 2,
  hasPicture: true,
  format: number < 4 ? 0 : 1,
}));
const ALL = { first: 0, last: 9 };

describe("times", () => {
  it.each([
    ["1:02:03", 3_723],
    ["2:03", 123],
    ["90", 90],
    [" 120:00 ", 7_200],
    ["1:75", null],
    ["1:60:00", null],
    ["1:2:3:4", null],
    ["-3", null],
    ["", null],
    ["1.5", null],
  ])("reads %j as %j seconds", (text, seconds) => {
    expect(parseTime(text)).toBe(seconds);
  });

  it("reads what it wrote", () => {
    fc.assert(
      fc.property(fc.nat(43_200), (seconds) => {
        expect(parseTime(elapsedText(0, seconds * 1_000))).toBe(seconds);
      }),
    );
  });
});

describe("trimming", () => {
  it("moves an end to the nearest boundary and leaves the other", () => {
    expect(moveEnd(SEGMENTS, ALL, "first", 5.2)).toEqual({ first: 3, last: 9 });
    expect(moveEnd(SEGMENTS, ALL, "last", 5.2)).toEqual({ first: 0, last: 2 });
    expect(rangeTimes(SEGMENTS, { first: 3, last: 5 })).toEqual({ from: 6, to: 12 });
  });

  it("knows where the encoder changed its settings", () => {
    expect(formatChanges(SEGMENTS)).toEqual([8]);
    expect(isOneFormat(SEGMENTS, ALL)).toBe(false);
    expect(isOneFormat(SEGMENTS, { first: 0, last: 3 })).toBe(true);
    expect(isOneFormat(SEGMENTS, { first: 4, last: 9 })).toBe(true);
  });

  it("keeps at least one segment, in order, whatever is asked for", () => {
    const end = fc.constantFrom<"first" | "last">("first", "last");
    fc.assert(
      fc.property(fc.array(fc.tuple(end, fc.double({ noNaN: true }), fc.integer())), (moves) => {
        let range = ALL;
        for (const [which, seconds, steps] of moves) {
          range = moveEnd(SEGMENTS, range, which, seconds);
          range = stepEnd(SEGMENTS, range, which, steps);
        }
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeLessThanOrEqual(9);
        expect(range.first).toBeLessThanOrEqual(range.last);
      }),
    );
  });

  it("steps by one segment for a key", () => {
    expect(stepEnd(SEGMENTS, ALL, "first", 1)).toEqual({ first: 1, last: 9 });
    expect(stepEnd(SEGMENTS, ALL, "last", -1)).toEqual({ first: 0, last: 8 });
    expect(stepEnd(SEGMENTS, ALL, "first", -1)).toEqual(ALL);
    expect(stepEnd([], ALL, "first", 1)).toEqual(ALL);
  });
});

describe("chapters", () => {
  const chapters = [
    { at: 0, title: "Welcome" },
    { at: 10, title: "Sermon" },
  ];

  it("are added in the order of their times, one for each time", () => {
    expect(addChapter(chapters, { at: 4, title: "Song" })).toEqual([
      chapters[0],
      { at: 4, title: "Song" },
      chapters[1],
    ]);
    expect(addChapter(chapters, { at: 10.4, title: "Song" })).toBeNull();
  });

  it("move with a new time", () => {
    expect(changeChapter(chapters, 0, { at: 12, title: "Blessing" })).toEqual([
      chapters[1],
      { at: 12, title: "Blessing" },
    ]);
    expect(changeChapter(chapters, 0, { at: 10, title: "Blessing" })).toBeNull();
  });

  it("are offered from marks within what is published", () => {
    const marks = [
      { at: 1, title: "Before" },
      { at: 6, title: "Song" },
      { at: 12, title: "" },
      { at: 19, title: "After" },
    ];
    const found = offeredMarks({ marks, segments: SEGMENTS }, { first: 2, last: 7 }, [
      { at: 2, title: "Song" },
    ]);
    expect(found).toEqual([{ at: 8, title: "" }]);
  });
});
