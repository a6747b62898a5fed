import { expect, it } from "vitest";
import type { PlaylistSnapshot } from "./playlist.domain.ts";
import { wordedSnapshot } from "./localized-snapshot.ts";

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

it("the ministry's words stand in place of the source's, in the reader's language, and hidden ones are gone", () => {
  const words = {
    "clip-one": { title: { en: "Grace", fr: "Grâce" } },
    "clip-two": { isHidden: true },
    __proto__: { title: { en: "Of nobody" } },
  };
  expect(titles(wordedSnapshot(LIST, words, "fr"))).toEqual(["Grâce", "Title of clip-three"]);
  expect(titles(wordedSnapshot(LIST, words, null))).toEqual(["Grace", "Title of clip-three"]);
  expect(wordedSnapshot(LIST, words, "fr").videos[0]?.description).toBe("Text of clip-one");
});

it("what no source tells goes with a video, in the reader's language", () => {
  const words = {
    "clip-one": {
      speaker: "Pastor Moyo",
      series: { en: "Hope", fr: "Espérance" },
      date: "2024-05-03",
      passage: "John 3:16",
    },
  };
  const [one, two] = wordedSnapshot(LIST, words, "fr").videos;
  expect(one?.said).toEqual({
    speaker: "Pastor Moyo",
    series: "Espérance",
    date: "2024-05-03",
    passage: "John 3:16",
  });
  expect(two).not.toHaveProperty("said");
});

it("a prophecy, its confirmation and a testimony lead to each other, by the names they have now", () => {
  const words = {
    "clip-one": {
      sourceTitle: "Title of clip-one",
      links: [{ id: "clip-two", title: "As it was", relation: "confirmation" as const }],
    },
    "clip-two": {
      title: { en: "Confirmed" },
      links: [{ id: "clip-three", title: "Title of clip-three", relation: "testimony" as const }],
    },
  };
  const saidOf = (index: number) => wordedSnapshot(LIST, words, "en").videos[index]?.said;
  expect(saidOf(0)).toEqual({
    links: [{ id: "clip-two", title: "Confirmed", relation: "confirmation" }],
  });
  expect(saidOf(1)).toEqual({
    links: [
      { id: "clip-one", title: "Title of clip-one", relation: "prophecy" },
      { id: "clip-three", title: "Title of clip-three", relation: "testimony" },
    ],
  });
  expect(saidOf(2)).toEqual({
    links: [{ id: "clip-two", title: "Confirmed", relation: "confirmation" }],
  });
});

it("nobody is led to what is hidden, nor from it", () => {
  const links = [{ id: "clip-two", title: "Two", relation: "testimony" as const }];
  const hiddenTarget = { "clip-one": { links }, "clip-two": { isHidden: true } };
  expect(wordedSnapshot(LIST, hiddenTarget, "en").videos[0]).not.toHaveProperty("said");
  const hiddenSource = { "clip-one": { isHidden: true, sourceTitle: "One", links } };
  expect(wordedSnapshot(LIST, hiddenSource, "en").videos[0]).not.toHaveProperty("said");
});

it("languages in which nothing is said share what is made without one", () => {
  const words = { "clip-one": { title: { en: "Grace", fr: "Grâce" } } };
  const made = wordedSnapshot(LIST, words, null);
  expect(wordedSnapshot(LIST, words, "xx")).toBe(made);
  expect(wordedSnapshot(LIST, words, "fr")).not.toBe(made);
});

it("the same words make the same object, others another, and none the list itself", () => {
  const words = { "clip-one": { title: { en: "Grace" } } };
  expect(wordedSnapshot(LIST, words, "en")).toBe(wordedSnapshot(LIST, words, "en"));
  expect(titles(wordedSnapshot(LIST, { "clip-one": { isHidden: true } }, "en"))).toHaveLength(2);
  expect(wordedSnapshot(LIST, { "clip-of-another-list": { isHidden: true } }, "en")).toBe(LIST);
});
