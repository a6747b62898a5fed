import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { webVtt } from "./film-texts.ts";
import { CLIPS, sizesOf } from "./clips.ts";
import { LARGE } from "./film-format.ts";
import { describeLibrary, lineups } from "./library.ts";

function readMedia(path: string): string {
  return readFileSync(`media/${path}`, "utf8");
}

it("library.json matches the table and the rendered films", async () => {
  expect(await describeLibrary("media")).toEqual(JSON.parse(readMedia("library.json")));
});

it("lineups.json has the order of the table, with films for wide screens only", () => {
  expect(lineups()).toEqual(JSON.parse(readMedia("lineups.json")));
  const large = new Set(CLIPS.filter((clip) => sizesOf(clip).includes(LARGE)).map(({ id }) => id));
  expect(
    Object.values(lineups())
      .flat()
      .filter((id) => !large.has(id)),
  ).toEqual([]);
});

it("the captions match the texts on screen", () => {
  for (const clip of CLIPS) {
    expect(readMedia(`captions/${clip.id}.${clip.language}.vtt`)).toBe(webVtt(clip));
  }
});

it("fails for a clip without a film", async () => {
  await expect(describeLibrary("docs")).rejects.toThrow("ENOENT");
});
