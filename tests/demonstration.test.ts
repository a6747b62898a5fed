import { readFileSync, readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import * as v from "valibot";
import { lineupOf } from "#server/live/live-playlist.domain.ts";
import { loadLibrary, MEDIA_DIR, mediaFilesOf } from "#server/media/library.ts";
import { librarySchema } from "#server/media/library.schema.ts";
import { readVideoText } from "#web/features/videos/details/video-text.domain.ts";

/** Size limit of the demonstration library in the repository. */
const MEDIA_LIMIT_BYTES = 51_900_000;
/** Videos on a page of a category. */
const PAGE_VIDEOS = 24;

const library = v.parse(librarySchema, JSON.parse(readFileSync("media/library.json", "utf8")));

it("shows sermons of minutes, with a chapter for each passage", async () => {
  const { clips } = await loadLibrary(MEDIA_DIR);
  const sermons = [...clips.values()].filter(
    ({ category, isPart }) => category === "sermons" && isPart !== true,
  );
  expect(
    sermons
      .map(({ language }) => language)
      .toSorted()
      .join(" "),
  ).toBe("en en en en en fr fr fr");
  for (const { description, durationSeconds, captions } of sermons) {
    expect(durationSeconds).toBeGreaterThan(150);
    const { chapters } = readVideoText(description);
    expect(chapters.length).toBeGreaterThanOrEqual(4);
    expect(chapters.at(-1)?.seconds).toBeLessThan(durationSeconds);
    expect(captions).toHaveLength(1);
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

it("has the sound of every video alone, for less data than the picture", async () => {
  const { clips } = await loadLibrary(MEDIA_DIR);
  for (const { bytes, durationSeconds, sound, tiny } of clips.values()) {
    const kilobitsPerSecond = ((sound?.bytes ?? 0) * 8) / 1000 / durationSeconds;
    expect(kilobitsPerSecond).toBeGreaterThan(15);
    expect(kilobitsPerSecond).toBeLessThan(32);
    expect(tiny?.bytes).toBeLessThan(bytes * 0.8);
  }
});

it.each(["english", "french"])("plays the %s channel in three sizes and as sound", async (id) => {
  const { renditions, rates } = lineupOf(await loadLibrary(MEDIA_DIR), id);
  expect(renditions.map(({ name }) => name)).toEqual(["480p", "720p", "240p"]);
  const peaks = renditions.map(({ peakBitsPerSecond }) => peakBitsPerSecond);
  expect(peaks[2]).toBeLessThan(peaks[0] ?? 0);
  expect(rates.sound).toBeGreaterThan(20);
  expect(rates.sound).toBeLessThan(rates.picture / 3);
});

it("stays within its size limit and has no unused file", () => {
  const files = readdirSync("media", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith("media/studio"))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(MEDIA_LIMIT_BYTES);
  const named = library.clips.flatMap((clip) => [
    ...mediaFilesOf(clip).map(({ media }) => media),
    clip.poster,
    ...clip.captions.map(({ file }) => file),
  ]);
  const others = ["README.md", "compilations.json", "library.json", "lineups.json"];
  expect(files.map((file) => file.slice("media/".length)).toSorted()).toEqual(
    [...named, ...others].toSorted(),
  );
});
