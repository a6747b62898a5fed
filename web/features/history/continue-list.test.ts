import { expect, it } from "vitest";
import type { WatchMark } from "#web/base/playback/synced-position.domain.ts";
import { continueList } from "./continue-list.domain.ts";

const own = (id: string, seconds = 20) => ({
  id,
  title: id,
  thumbnail: "",
  duration: "10:00",
  viewCount: "",
  category: "music",
  seconds,
  ofSeconds: 600,
});

function mark(id: string, changedAt: number, data: Partial<WatchMark> = {}) {
  return {
    id,
    changedAt,
    data: { position: 20, duration: 600, state: "watching", ...data } satisfies WatchMark,
  };
}

const ids = (...lists: Parameters<typeof continueList>) =>
  continueList(...lists).map(({ id }) => id);

it("sorts this device's videos and those of the account by their last play", () => {
  const marks = [mark("a", 30), mark("b", 10), mark("elsewhere", 20), mark("newest", 40)];
  expect(ids([own("a"), own("b")], marks, "")).toEqual(["newest", "a", "elsewhere", "b"]);
});

it("keeps the device's order for positions without a mark", () => {
  const marks = [mark("b", 10), mark("elsewhere", 20)];
  expect(ids([own("a"), own("b"), own("c")], marks, "")).toEqual(["a", "elsewhere", "b", "c"]);
});

it("leaves out what another device has finished or removed", () => {
  const marks = [mark("a", 30, { state: "done" }), mark("b", 20, { state: "hidden" })];
  expect(ids([own("a"), own("b"), own("c")], marks, "")).toEqual(["c"]);
});

it("continues at the position that is clearly further", () => {
  const marks = [mark("a", 30, { position: 300 }), mark("b", 20, { position: 30 })];
  const shown = continueList([own("a"), own("b", 60)], marks, "");
  expect(shown.map(({ startAt, share }) => [startAt, share])).toEqual([
    [300, 0.5],
    [null, 0.1],
  ]);
});

it("has title, length and share of a video of another device", () => {
  const marks = [mark("clip-x", 30, { position: 300, title: "A sermon" }), mark("y", 20)];
  const [first, second] = continueList([], marks, "A video without a name");
  expect(first).toMatchObject({ title: "A sermon", duration: "10:00", share: 0.5, startAt: 300 });
  expect(second).toMatchObject({ title: "A video without a name", category: "" });
});
