import { describe, expect, it } from "vitest";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { chosenFilters, offeredFilters, passesFilters } from "./video-filters.domain.ts";

function video(changes: Partial<Video>): Video {
  return {
    id: "clip-one",
    title: "One",
    description: "",
    thumbnail: "/img/clip/clip-one",
    duration: "1:00",
    viewCount: "",
    publishedAt: "2026-06-01T00:00:00Z",
    ...changes,
  };
}

const LIST = [
  video({ language: "en", duration: "4:59" }),
  video({ language: "en", duration: "5:00", publishedAt: "2024-12-31T23:59:59Z" }),
  video({ language: "fr", duration: "20:00" }),
  video({ duration: "20:01", publishedAt: "1970-01-01T00:00:00.000Z" }),
  video({ duration: "LIVE" }),
];

const chosenBy = (search: string) => chosenFilters(new URLSearchParams(search));
const leftBy = (search: string) =>
  LIST.flatMap((one, index) => (passesFilters(one, chosenBy(search)) ? [index] : []));

it.each([
  ["", [0, 1, 2, 3, 4]],
  ["lang=en", [0, 1]],
  ["lang=sw", []],
  ["year=2026", [0, 2, 4]],
  ["year=2024", [1]],
  ["year=1970", []],
  ["length=short", [0]],
  ["length=medium", [1, 2]],
  ["length=long", [3]],
  ["lang=en&year=2026&length=short", [0]],
  ["lang=fr&year=2024", []],
])("selects for %j the videos %j", (search, places) => {
  expect(leftBy(search)).toEqual(places);
});

it.each([
  "lang=",
  "lang=EN-us",
  "year=20",
  "year=soon",
  "length=endless",
  "length=5",
  "colour=red",
])("selects nothing for %j", (search) => {
  expect(chosenBy(search)).toEqual({});
  expect(leftBy(search)).toHaveLength(LIST.length);
});

describe("offered filters", () => {
  const offered = (search = "", all = LIST, found = all) =>
    offeredFilters(all, found, chosenBy(search)).map(({ name, chosen, options }) => [
      name,
      chosen,
      ...options.map(({ value, count }) => `${value} ${count}`),
    ]);

  it("count the results of each value: languages by count, years from the newest, lengths ascending", () => {
    expect(offered()).toEqual([
      ["lang", "", "en 2", "fr 1"],
      ["year", "", "2026 3", "2024 1"],
      ["length", "", "short 1", "medium 2", "long 1"],
    ]);
  });

  it("count with the other selected filters, and still offer their own other values", () => {
    expect(offered("lang=en")).toEqual([
      ["lang", "en", "en 2", "fr 1"],
      ["year", "", "2026 1", "2024 1"],
      ["length", "", "short 1", "medium 1"],
    ]);
  });

  it("count the results of a search, and stay the same while the visitor types", () => {
    expect(offered("", LIST, LIST.slice(0, 1))).toEqual([
      ["lang", "", "en 1"],
      ["year", "", "2026 1"],
      ["length", "", "short 1"],
    ]);
    expect(offered("", LIST, []).map(([name]) => name)).toEqual(["lang", "year", "length"]);
  });

  it("omit filters that would change nothing", () => {
    const alike = [video({ language: "en" }), video({ language: "en", duration: "2:00" })];
    expect(offered("", alike)).toEqual([]);
    expect(offered("", [])).toEqual([]);
    expect(offered("", [video({ duration: "" })])).toEqual([]);
  });

  it("include selected filters, so that they can be cleared", () => {
    const alike = [video({ language: "en" })];
    expect(offered("year=2019&lang=en", alike)).toEqual([
      ["lang", "en", "en 0"],
      ["year", "2019", "2026 1", "2019 0"],
    ]);
  });
});
