import { expect, test } from "vitest";
import type { PlaylistSnapshot } from "./playlist.domain.ts";
import { wordedSnapshot } from "./worded-snapshot.ts";

const video = (id: string) => ({
  id,
  title: `Title of ${id}`,
  description: `Text of ${id}`,
  thumbnail: "",
  duration: "",
  viewCount: "",
  publishedAt: "2026-01-01T00:00:00Z",
});

const LIST: PlaylistSnapshot = {
  source: "rss",
  fetchedAtMs: 0,
  listing: null,
  videos: [video("clip-one"), video("clip-two"), video("clip-three")],
};

const titles = ({ videos }: PlaylistSnapshot): string[] => videos.map(({ title }) => title);

test("the ministry's words stand in place of the source's, in the reader's language, and hidden ones are gone", () => {
  const words = {
    "clip-one": { title: { en: "Grace", fr: "Grâce" } },
    "clip-two": { isHidden: true },
    __proto__: { title: { en: "Of nobody" } },
  };
  expect(titles(wordedSnapshot(LIST, words, "fr"))).toEqual(["Grâce", "Title of clip-three"]);
  expect(titles(wordedSnapshot(LIST, words, null))).toEqual(["Grace", "Title of clip-three"]);
  expect(wordedSnapshot(LIST, words, "fr").videos[0]?.description).toBe("Text of clip-one");
});

test("the same words make the same object, others another, and none the list itself", () => {
  const words = { "clip-one": { title: { en: "Grace" } } };
  expect(wordedSnapshot(LIST, words, "en")).toBe(wordedSnapshot(LIST, words, "en"));
  expect(titles(wordedSnapshot(LIST, { "clip-one": { isHidden: true } }, "en"))).toHaveLength(2);
  expect(wordedSnapshot(LIST, { "clip-of-another-list": { isHidden: true } }, "en")).toBe(LIST);
});
