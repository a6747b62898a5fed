import { expect, test } from "vitest";
import { createCountBook } from "./event-counter.ts";

const TEN = Date.parse("2026-11-23T10:59:59Z");

test("counts by hour, and gives each count away once", () => {
  let nowMs = TEN;
  const book = createCountBook(() => nowMs);
  book.count("page", "/");
  book.count("page", "/");
  nowMs += 1_000;
  book.count("page", "/");
  book.count("play", "clip-abc");
  expect(book.take()).toEqual([
    { hour: "2026-11-23T10:00:00.000Z", metric: "page", key: "/", value: 2 },
    { hour: "2026-11-23T11:00:00.000Z", metric: "page", key: "/", value: 1 },
    { hour: "2026-11-23T11:00:00.000Z", metric: "play", key: "clip-abc", value: 1 },
  ]);
  expect(book.take()).toEqual([]);
});

test("what could not be written is added to what came meanwhile", () => {
  const book = createCountBook(() => TEN);
  book.count("page", "/");
  const taken = book.take();
  book.count("page", "/");
  book.putBack(taken);
  expect(book.take()).toMatchObject([{ key: "/", value: 2 }]);
});

test("an hour holds so many different searches and no more, also after they were taken", () => {
  let nowMs = TEN;
  const book = createCountBook(() => nowMs);
  for (let at = 0; at < 500; at += 1) book.count("search", `word ${at}`);
  expect(book.take()).toHaveLength(200);
  book.count("search", "word 499");
  book.count("search", "word 0");
  expect(book.take()).toMatchObject([{ key: "word 0" }]);
  nowMs += 1_000;
  book.count("search", "word 499");
  expect(book.take()).toMatchObject([{ key: "word 499" }]);
});

test("while nobody writes them down, no more than 10,000 wait", () => {
  let nowMs = TEN;
  const book = createCountBook(() => nowMs);
  for (let hour = 0; hour < 10; hour += 1) {
    for (let at = 0; at < 2_000; at += 1) book.count("play", `clip-${at}`);
    nowMs += 3_600_000;
  }
  expect(book.take()).toHaveLength(10_000);
});
