import { describe, expect, it } from "vitest";
import { HISTORY_MAX_VIDEOS, withPosition, withWatched } from "./watch-history.domain.ts";

const NOW_MS = Date.UTC(2026, 9, 4, 10);

function watching(id: string) {
  return {
    category: "sermons" as const,
    video: {
      id,
      title: `Title of ${id}`,
      description: "Not kept",
      thumbnail: `/img/clip/${id}`,
      duration: "1:00",
      viewCount: "12 views",
      publishedAt: "2026-10-01T00:00:00Z",
    },
  };
}

describe("withWatched", () => {
  it("keeps exactly the fields of the specification", () => {
    expect(withWatched([], watching("clip-a"), NOW_MS)).toEqual([
      {
        id: "clip-a",
        title: "Title of clip-a",
        thumbnail: "/img/clip/clip-a",
        duration: "1:00",
        viewCount: "12 views",
        category: "sermons",
        watchedAt: "2026-10-04T10:00:00.000Z",
      },
    ]);
  });

  it("puts the newest first and holds each video once", () => {
    const ids = ["clip-a", "clip-b", "clip-a"];
    const history = ids.reduce(
      (list, id, index) => [...withWatched(list, watching(id), NOW_MS + index)],
      withWatched([], watching("clip-c"), NOW_MS),
    );
    expect(history.map(({ id }) => id)).toEqual(["clip-a", "clip-b", "clip-c"]);
  });

  it("does not move a video that only resumes after a pause", () => {
    const once = withWatched([], watching("clip-a"), NOW_MS);
    expect(withWatched(once, watching("clip-a"), NOW_MS + 60_000)).toBe(once);
  });

  it("drops the oldest beyond the limit", () => {
    let history = withWatched([], watching("clip-0"), NOW_MS);
    for (let index = 1; index <= HISTORY_MAX_VIDEOS; index += 1) {
      history = withWatched(history, watching(`clip-${index}`), NOW_MS);
    }
    expect(history).toHaveLength(HISTORY_MAX_VIDEOS);
    expect(history.at(-1)?.id).toBe("clip-1");
  });
});

describe("withPosition", () => {
  it("stores a position in the middle of a video, newest first", () => {
    const first = withPosition([], watching("clip-a"), { seconds: 20, ofSeconds: 60 });
    const both = withPosition(first, watching("clip-b"), { seconds: 30, ofSeconds: 60 });
    expect(both.map(({ id, seconds }) => [id, seconds])).toEqual([
      ["clip-b", 30],
      ["clip-a", 20],
    ]);
  });

  it.each([
    ["its beginning", 0.5, 60],
    ["its end", 59, 60],
    ["an unknown length", 30, 0],
    ["a length that is no number", 30, Number.NaN],
  ])("forgets a video at %s", (_place, seconds, ofSeconds) => {
    const middle = withPosition([], watching("clip-a"), { seconds: 30, ofSeconds: 60 });
    expect(withPosition(middle, watching("clip-a"), { seconds, ofSeconds })).toEqual([]);
  });
});
