import { expect, it } from "vitest";
import { createEventCounter } from "./event-counter.ts";

const TEN = Date.parse("2026-11-23T10:59:59Z");

it("counts by hour and returns each count once", () => {
  let nowMs = TEN;
  const counter = createEventCounter(() => nowMs);
  counter.count("page", "/");
  counter.count("page", "/");
  nowMs += 1_000;
  counter.count("page", "/");
  counter.count("play", "clip-abc");
  expect(counter.take()).toEqual([
    { hour: "2026-11-23T10:00:00.000Z", metric: "page", key: "/", value: 2 },
    { hour: "2026-11-23T11:00:00.000Z", metric: "page", key: "/", value: 1 },
    { hour: "2026-11-23T11:00:00.000Z", metric: "play", key: "clip-abc", value: 1 },
  ]);
  expect(counter.take()).toEqual([]);
});

it("adds rows that could not be written to the newer counts", () => {
  const counter = createEventCounter(() => TEN);
  counter.count("page", "/");
  const taken = counter.take();
  counter.count("page", "/");
  counter.putBack(taken);
  expect(counter.take()).toMatchObject([{ key: "/", value: 2 }]);
});

it("limits the distinct searches of an hour, also after they were taken", () => {
  let nowMs = TEN;
  const counter = createEventCounter(() => nowMs);
  for (let at = 0; at < 500; at += 1) counter.count("search", `word ${at}`);
  expect(counter.take()).toHaveLength(200);
  counter.count("search", "word 499");
  counter.count("search", "word 0");
  expect(counter.take()).toMatchObject([{ key: "word 0" }]);
  nowMs += 1_000;
  counter.count("search", "word 499");
  expect(counter.take()).toMatchObject([{ key: "word 499" }]);
});

it("holds at most 10,000 rows while nothing is written", () => {
  let nowMs = TEN;
  const counter = createEventCounter(() => nowMs);
  for (let hour = 0; hour < 10; hour += 1) {
    for (let at = 0; at < 2_000; at += 1) counter.count("play", `clip-${at}`);
    nowMs += 3_600_000;
  }
  expect(counter.take()).toHaveLength(10_000);
});
