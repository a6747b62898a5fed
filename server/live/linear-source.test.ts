import { expect, it } from "vitest";
import { createTimeline } from "./linear.domain.ts";
import { linearSource } from "./linear-source.domain.ts";

const EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");

it("starts with two segments at once, and at the first of all", () => {
  const clip = { id: "a", version: "v" };
  const items = [{ clip, segmentsUs: [4_800_000, 4_800_000, 4_800_000] }];
  const revision = { startsAtUs: EPOCH_MS * 1_000, firstSequence: 0, firstItem: 0, items };
  const source = linearSource(createTimeline([revision]), "small");
  expect([source.startAt(EPOCH_MS + 102_000), source.publishedAt(EPOCH_MS + 102_000)]).toEqual([
    19, 21,
  ]);
  expect(source.startAt(EPOCH_MS)).toBe(0);
});
