import { expect, it } from "vitest";
import type { PlaylistSnapshot } from "./playlist.domain.ts";
import { localizedSnapshot } from "./localized-snapshot.ts";

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

it("uses the ministry's texts in the reader's language and omits hidden videos", () => {
  const overrides = {
    "clip-one": { title: { en: "Grace", fr: "Grâce" } },
    "clip-two": { isHidden: true },
    __proto__: { title: { en: "Of nobody" } },
  };
  expect(titles(localizedSnapshot(LIST, overrides, "fr"))).toEqual([
    "Grâce",
    "Title of clip-three",
  ]);
  expect(titles(localizedSnapshot(LIST, overrides, null))).toEqual([
    "Grace",
    "Title of clip-three",
  ]);
  expect(localizedSnapshot(LIST, overrides, "fr").videos[0]?.description).toBe("Text of clip-one");
});

it("adds details that no source has, in the reader's language", () => {
  const overrides = {
    "clip-one": {
      speaker: "Pastor Moyo",
      series: { en: "Hope", fr: "Espérance" },
      date: "2024-05-03",
      passage: "John 3:16",
    },
  };
  const [one, two] = localizedSnapshot(LIST, overrides, "fr").videos;
  expect(one?.said).toEqual({
    speaker: "Pastor Moyo",
    series: "Espérance",
    date: "2024-05-03",
    passage: "John 3:16",
  });
  expect(two).not.toHaveProperty("said");
});

it("links a prophecy, its confirmation and a testimony by their current titles", () => {
  const overrides = {
    "clip-one": {
      sourceTitle: "Title of clip-one",
      links: [{ id: "clip-two", title: "As it was", relation: "confirmation" as const }],
    },
    "clip-two": {
      title: { en: "Confirmed" },
      links: [{ id: "clip-three", title: "Title of clip-three", relation: "testimony" as const }],
    },
  };
  const saidOf = (index: number) => localizedSnapshot(LIST, overrides, "en").videos[index]?.said;
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

it("has no links to hidden videos, nor from them", () => {
  const links = [{ id: "clip-two", title: "Two", relation: "testimony" as const }];
  const hiddenTarget = { "clip-one": { links }, "clip-two": { isHidden: true } };
  expect(localizedSnapshot(LIST, hiddenTarget, "en").videos[0]).not.toHaveProperty("said");
  const hiddenSource = { "clip-one": { isHidden: true, sourceTitle: "One", links } };
  expect(localizedSnapshot(LIST, hiddenSource, "en").videos[0]).not.toHaveProperty("said");
});

it("shares one result between languages without texts", () => {
  const overrides = { "clip-one": { title: { en: "Grace", fr: "Grâce" } } };
  const made = localizedSnapshot(LIST, overrides, null);
  expect(localizedSnapshot(LIST, overrides, "xx")).toBe(made);
  expect(localizedSnapshot(LIST, overrides, "fr")).not.toBe(made);
});

it("returns the same object for the same texts, another for other texts, and the list itself without any", () => {
  const overrides = { "clip-one": { title: { en: "Grace" } } };
  expect(localizedSnapshot(LIST, overrides, "en")).toBe(localizedSnapshot(LIST, overrides, "en"));
  expect(titles(localizedSnapshot(LIST, { "clip-one": { isHidden: true } }, "en"))).toHaveLength(2);
  expect(localizedSnapshot(LIST, { "clip-of-another-list": { isHidden: true } }, "en")).toBe(LIST);
});
