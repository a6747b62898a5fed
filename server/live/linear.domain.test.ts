import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createTimeline,
  type LineupRevision,
  itemAt,
  itemNumberAt,
  type LineupItem,
  nextLineupRevision,
  type PlacedSegment,
  segmentAt,
  sequenceAt,
  type Timeline,
} from "./linear.domain.ts";
import { windowAt } from "./linear.fixture.ts";

const EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");
const WINDOW = 6;

function item(id: string, ...segmentSeconds: number[]): LineupItem {
  return {
    clip: { id, version: "v1" },
    segmentsUs: segmentSeconds.map((seconds) => Math.round(seconds * 1_000_000)),
  };
}

function firstRevision(items: readonly LineupItem[]): LineupRevision {
  return { startsAtUs: EPOCH_MS * 1000, firstSequence: 0, firstItem: 0, items };
}

/** a: 2 segments, 9.6 s; b: 1 segment, 4.8 s; c: 3 segments, 12 s. A loop is 26.4 s. */
const ITEMS = [item("a", 4.8, 4.8), item("b", 4.8), item("c", 4.8, 4.8, 2.4)];

function shown(segments: readonly PlacedSegment[]): string {
  return segments.map((segment) => `${segment.clip.id}${segment.index}`).join(" ");
}

describe("one lineup revision", () => {
  const timeline = createTimeline([firstRevision(ITEMS)]);

  it.each([
    [0, ""],
    [4.799, ""],
    [4.8, "a0"],
    [9.6, "a0 a1"],
    [26.399, "a0 a1 b0 c0 c1"],
    [26.4, "a0 a1 b0 c0 c1 c2"],
    [31.2, "a1 b0 c0 c1 c2 a0"],
    [26.4 * 1000 + 14.4, "c0 c1 c2 a0 a1 b0"],
  ])("lists only finished segments: %d s after its start, %s", (seconds, expected) => {
    expect(shown(windowAt(timeline, EPOCH_MS + Math.round(seconds * 1000), WINDOW))).toBe(expected);
  });

  it("counts segments and items from the start, over loops", () => {
    const [first] = windowAt(timeline, EPOCH_MS + 26_400 * 3 + 4_800, WINDOW);
    expect(first).toMatchObject({ sequence: 13, item: 6, clip: { id: "a" }, index: 1 });
    expect(segmentAt(timeline, 13)).toEqual(first);
    expect(segmentAt(timeline, -1)).toBeNull();
  });

  it("stays at its start before it begins", () => {
    expect(sequenceAt(timeline, EPOCH_MS - 1)).toBe(0);
    expect(windowAt(timeline, EPOCH_MS - 1, WINDOW)).toEqual([]);
  });

  it("returns the current item and its end", () => {
    const number = itemNumberAt(timeline, EPOCH_MS + 26_400 + 10_000);
    expect(itemAt(timeline, number)).toEqual({
      number: 4,
      clip: { id: "b", version: "v1" },
      startsAtUs: (EPOCH_MS + 26_400 + 9_600) * 1000,
      endsAtUs: (EPOCH_MS + 26_400 + 14_400) * 1000,
    });
    expect(itemAt(timeline, -1)).toBeNull();
  });
});

describe("edit of the lineup", () => {
  const before = createTimeline([firstRevision(ITEMS)]);

  it("takes effect at the end of the running item and continues the counts", () => {
    const revision = nextLineupRevision(before, [item("x", 4.8, 4.8)], EPOCH_MS + 26_400 + 10_000);
    expect(revision).toMatchObject({
      startsAtUs: (EPOCH_MS + 26_400 + 14_400) * 1000,
      firstSequence: 9,
      firstItem: 5,
    });
    const after = createTimeline([firstRevision(ITEMS), revision]);
    const window = windowAt(after, EPOCH_MS + 26_400 + 14_400 + 9_600, WINDOW);
    expect(shown(window)).toBe("c2 a0 a1 b0 x0 x1");
    expect(window.map((segment) => segment.sequence)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(window.map((segment) => segment.item)).toEqual([2, 3, 3, 4, 5, 5]);
  });

  it("replaces an earlier edit that has not taken effect yet", () => {
    const first = nextLineupRevision(before, [item("x", 4.8)], EPOCH_MS + 1_000);
    const second = nextLineupRevision(
      createTimeline([firstRevision(ITEMS), first]),
      [item("y", 4.8)],
      EPOCH_MS + 2_000,
    );
    expect(second).toMatchObject({ startsAtUs: first.startsAtUs, firstSequence: 2, firstItem: 1 });
    const both = createTimeline([firstRevision(ITEMS), first, second]);
    expect(shown(windowAt(both, EPOCH_MS + 14_400, WINDOW))).toBe("a0 a1 y0");
  });
});

it.each([
  ["no revision", []],
  ["a revision without items", [firstRevision([])]],
  ["an item without segments", [firstRevision([item("a")])]],
  ["a segment without length", [firstRevision([item("a", 4.8, 0)])]],
])("rejects %s", (_what, revisions) => {
  expect(() => createTimeline(revisions)).toThrow(RangeError);
});

/** Lineups of 1 to 6 clips, each of 1 to 5 segments of usual and odd lengths. */
const lineup = array(
  record({
    id: constantFrom("a", "b", "c", "d"),
    segments: array(constantFrom(4.8, 4.8, 4.8, 0.96, 3.2, 5.00001), {
      minLength: 1,
      maxLength: 5,
    }),
  }),
  { minLength: 1, maxLength: 6 },
).map((clips) => clips.map((clip) => item(clip.id, ...clip.segments)));

/** A channel with an edit somewhere in its second loop, and the length of its old loop. */
function edited(
  oldItems: readonly LineupItem[],
  newItems: readonly LineupItem[],
  share: number,
): { timeline: Timeline; loopMs: number } {
  const old = createTimeline([firstRevision(oldItems)]);
  const loopMs = Math.ceil(old.revisions[0].loopUs / 1000);
  const revision = nextLineupRevision(
    old,
    newItems,
    EPOCH_MS + Math.round(loopMs * (1 + share / 100)),
  );
  return { timeline: createTimeline([firstRevision(oldItems), revision]), loopMs };
}

/** Errors in the windows of a channel's first part; plain checks, for speed. */
function windowErrors(timeline: Timeline, lengthMs: number): string[] {
  const errors: string[] = [];
  const known = new Map<number, string>();
  let lastSequence = 0;
  for (let ms = 0; ms <= lengthMs; ms += 900) {
    const window = windowAt(timeline, EPOCH_MS + ms, WINDOW);
    const sequence = sequenceAt(timeline, EPOCH_MS + ms);
    if (sequence < lastSequence) errors.push(`${ms}: back from ${lastSequence} to ${sequence}`);
    if (window.length !== Math.min(WINDOW, sequence)) errors.push(`${ms}: ${window.length} listed`);
    lastSequence = sequence;
    for (const segment of window) {
      const text = JSON.stringify(segment);
      if ((known.get(segment.sequence) ?? text) !== text) errors.push(`${ms}: ${text} has changed`);
      known.set(segment.sequence, text);
      const endsAtMs = (segment.startsAtUs + segment.durationUs) / 1000;
      if (endsAtMs > EPOCH_MS + ms) errors.push(`${ms}: ${text} is not finished`);
    }
  }
  return errors;
}

describe("any lineups, over four loops and an edit", () => {
  const channel = record({
    oldItems: lineup,
    newItems: lineup,
    editShare: integer({ min: 0, max: 100 }),
  });

  it("have rising numbers without a gap, and each number on its segment", () => {
    assert(
      property(channel, ({ oldItems, newItems, editShare }) => {
        const { timeline, loopMs } = edited(oldItems, newItems, editShare);
        expect(windowErrors(timeline, 4 * loopMs)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it("have no gap in time and count every change of item once", () => {
    assert(
      property(channel, ({ oldItems, newItems, editShare }) => {
        const { timeline, loopMs } = edited(oldItems, newItems, editShare);
        const end = sequenceAt(timeline, EPOCH_MS + 4 * loopMs);
        let previous = segmentAt(timeline, 0);
        expect(previous).toMatchObject({ startsAtUs: EPOCH_MS * 1000, item: 0, index: 0 });
        for (let sequence = 1; sequence < end; sequence++) {
          const segment = segmentAt(timeline, sequence);
          if (!segment || !previous) throw new Error("a segment is missing");
          const isNewItem = segment.index === 0;
          expect([segment.startsAtUs, segment.item, segment.index]).toEqual([
            previous.startsAtUs + previous.durationUs,
            previous.item + (isNewItem ? 1 : 0),
            isNewItem ? 0 : previous.index + 1,
          ]);
          previous = segment;
        }
      }),
      { numRuns: 40 },
    );
  });

  it("agree between the segment list and the programme guide", () => {
    assert(
      property(channel, ({ oldItems, newItems, editShare }) => {
        const { timeline, loopMs } = edited(oldItems, newItems, editShare);
        for (let ms = 0; ms <= 4 * loopMs; ms += 2300) {
          const onAir = segmentAt(timeline, sequenceAt(timeline, EPOCH_MS + ms));
          const showing = itemAt(timeline, itemNumberAt(timeline, EPOCH_MS + ms));
          expect(showing?.number).toBe(onAir?.item);
          expect(showing?.clip).toEqual(onAir?.clip);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("are the same on a new and on an old instance", () => {
    assert(
      property(channel, integer({ min: 0, max: 400_000 }), (given, ms) => {
        const { oldItems, newItems, editShare } = given;
        const one = edited(oldItems, newItems, editShare).timeline;
        const other = edited(oldItems, newItems, editShare).timeline;
        sequenceAt(other, EPOCH_MS + ms / 2);
        expect(windowAt(other, EPOCH_MS + ms, WINDOW)).toEqual(
          windowAt(one, EPOCH_MS + ms, WINDOW),
        );
      }),
      { numRuns: 60 },
    );
  });
});

it("keeps exact numbers after a hundred years", () => {
  const timeline = createTimeline([firstRevision(ITEMS)]);
  const loops = Math.floor((100 * 365.25 * 24 * 3600) / 26.4);
  const nowMs = EPOCH_MS + loops * 26_400 + 4_800;
  expect(sequenceAt(timeline, nowMs)).toBe(loops * 6 + 1);
  expect(segmentAt(timeline, loops * 6)?.startsAtUs).toBe((EPOCH_MS + loops * 26_400) * 1000);
});
