import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { librarySchema } from "#shared/videos/library.ts";
import { readVideoText } from "#web/features/videos/video-text.domain.ts";

const library = librarySchema.parse(JSON.parse(readFileSync("media/library.json", "utf8")));

test("every film is called what it is", () => {
  for (const { title, language } of library.clips) {
    expect(title).toMatch(language === "en" ? /^Verse film: / : /^Verset en images\u00a0: /);
  }
});

test("the long films last three minutes or more, and their chapters and passages are found", () => {
  const long = library.clips.filter(({ durationSeconds }) => durationSeconds >= 180);
  expect(long.map(({ language }) => language)).toEqual(["fr", "en", "en", "fr"]);
  for (const { description, durationSeconds } of long) {
    const { chapters, lines } = readVideoText(description);
    expect(chapters.length).toBeGreaterThanOrEqual(4);
    expect(chapters.at(-1)?.seconds).toBeLessThan(durationSeconds);
    expect(lines.flat().filter(({ kind }) => kind === "passage")).toHaveLength(1);
  }
});
