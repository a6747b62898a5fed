import { readFileSync, readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import * as v from "valibot";
import { librarySchema } from "#shared/videos/library.ts";
import { readVideoText } from "#web/features/videos/details/video-text.domain.ts";

/** Size limit of the demonstration library in the repository. */
const MEDIA_LIMIT_BYTES = 36_900_000;
/** Videos on a page of a category. */
const PAGE_VIDEOS = 24;

const library = v.parse(librarySchema, JSON.parse(readFileSync("media/library.json", "utf8")));

it("names every video file after its content", () => {
  for (const { title, language } of library.clips) {
    expect(title).toMatch(language === "en" ? /^Verse film: / : /^Verset en images\u00a0: /);
  }
});

it("has long videos of three minutes or more with chapters and passages", () => {
  const long = library.clips.filter(({ durationSeconds }) => durationSeconds >= 180);
  expect(long.map(({ language }) => language)).toEqual(["fr", "en", "en", "fr"]);
  for (const { description, durationSeconds } of long) {
    const { chapters, lines } = readVideoText(description);
    expect(chapters.length).toBeGreaterThanOrEqual(4);
    expect(chapters.at(-1)?.seconds).toBeLessThan(durationSeconds);
    expect(lines.flat().filter(({ kind }) => kind === "scripture")).toHaveLength(1);
  }
});

it("has one category that is longer than a page", () => {
  const music = library.clips.filter(({ category }) => category === "music");
  expect(music.length).toBeGreaterThanOrEqual(30);
  expect(music.length).toBeGreaterThan(PAGE_VIDEOS);
});

it("stays within its size limit and has no unused file", () => {
  const files = readdirSync("media", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith("media/studio"))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(MEDIA_LIMIT_BYTES);
  const named = library.clips.flatMap((clip) => [
    clip.media,
    ...(clip.large ? [clip.large.media] : []),
    clip.poster,
    ...clip.captions.map(({ file }) => file),
  ]);
  const others = ["README.md", "library.json", "lineups.json"];
  expect(files.map((file) => file.slice("media/".length)).toSorted()).toEqual(
    [...named, ...others].toSorted(),
  );
});
