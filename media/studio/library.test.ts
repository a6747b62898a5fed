import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { webVtt } from "./captions.ts";
import { CLIPS } from "./clips.ts";
import { sizesOf } from "./clip-types.ts";
import { LARGE } from "./film-format.ts";
import { describeLibrary, lineups } from "./library.ts";

function readMedia(path: string): string {
  return readFileSync(`media/${path}`, "utf8");
}

it("library.json says of every film what the table and the film itself say", async () => {
  expect(await describeLibrary("media")).toEqual(JSON.parse(readMedia("library.json")));
});

it("lineups.json is the order that the table gives, of films that are there for wide screens too", () => {
  expect(lineups()).toEqual(JSON.parse(readMedia("lineups.json")));
  const large = new Set(CLIPS.filter((clip) => sizesOf(clip).includes(LARGE)).map(({ id }) => id));
  expect(
    Object.values(lineups())
      .flat()
      .filter((id) => !large.has(id)),
  ).toEqual([]);
});

it("the captions are the words on the screen", () => {
  for (const clip of CLIPS) {
    expect(readMedia(`captions/${clip.id}.${clip.language}.vtt`)).toBe(webVtt(clip));
  }
});

it("a clip without its film is an error", async () => {
  await expect(describeLibrary("docs")).rejects.toThrow("ENOENT");
});
