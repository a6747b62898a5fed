import { expect, it } from "vitest";
import * as v from "valibot";
import { describeServiceText } from "./describe-text.domain.ts";
import { chapterSchema, translationsSchema } from "./service-responses.ts";
import { readServiceChapter } from "./service-chapter.domain.ts";

/** A response in the service's shape, with text of the tests. */
const chapter = (content: unknown[], footnotes: unknown[] = []) =>
  readServiceChapter(
    v.parse(chapterSchema, {
      translation: { id: "x" },
      book: { id: "PSA" },
      numberOfVerses: 1,
      chapter: { number: 1, content, footnotes },
    }),
  );

it("joins pieces with spaces, notes, poetry and words of Jesus", () => {
  const verses = chapter(
    [
      { type: "hebrew_subtitle", content: ["Au chef.", { noteId: 1 }] },
      { type: "heading", content: ["La", "mer"] },
      { type: "line_break" },
      {
        type: "verse",
        number: 1,
        content: [
          "Il dit :",
          { text: "Venez", wordsOfJesus: true },
          { noteId: 0 },
          ", et bois.",
          { lineBreak: true },
          "Puis",
          { heading: "dropped" },
          "il dort.",
        ],
      },
      { type: "chart", rows: [] },
      {
        type: "verse",
        number: 2,
        content: [
          { text: "Le vent,", poem: 1 },
          { text: "le blé.", poem: 2 },
        ],
      },
      { type: "verse", number: 2, content: [{ text: "Encore.", poem: 4 }] },
    ],
    [{ noteId: 0, text: "Ou : venez ici.", caller: "+" }],
  );
  expect(verses).toEqual([
    {
      verse: 1,
      text: "Il dit : Venez, et bois. Puis il dort.",
      isParagraph: true,
      section: "La mer",
      title: "Au chef.",
      jesusWords: [[9, 14]],
      footnotes: [{ at: 14, text: "Ou : venez ici." }],
    },
    {
      verse: 2,
      text: "Le vent, le blé. Encore.",
      lines: [
        { at: 0, level: 1 },
        { at: 9, level: 2 },
        { at: 17, level: 3 },
      ],
    },
  ]);
});

it("rejects verses out of order and invalid verses", () => {
  const verse = (number: number) => ({ type: "verse", number, content: ["a"] });
  expect(() => chapter([verse(2), verse(1)])).toThrow("verse 1 comes after verse 2");
  expect(() => chapter([{ type: "verse", number: 1, content: [{ html: "<b>" }] }])).toThrow(
    /invalid/i,
  );
});

const TRANSLATION = {
  id: "eng_kjv",
  name: "King James",
  englishName: "King James",
  website: "https://texts.example/",
  licenseUrl: "https://creativecommons.org/publicdomain/mark/1.0/",
  language: "eng",
  numberOfBooks: 66,
  totalNumberOfVerses: 31_102,
};

it("skips a broken entry of the list and rejects an empty list", () => {
  const translations = [TRANSLATION, { id: 7 }, null];
  expect(v.parse(translationsSchema, { translations }).translations).toHaveLength(1);
  expect(v.safeParse(translationsSchema, { translations: [{}] }).success).toBe(false);
});

it.each([
  ["fra_lsg", "lsg"],
  ["eng_kjv", "eng-kjv"],
  ["KJV", "free-kjv"],
  ["BSB", "bsb"],
  ["1_text", "t-1-text"],
])("converts the id %s to %s", (id, expected) => {
  const described = describeServiceText("https://texts.example", { ...TRANSLATION, id });
  expect(described).toMatchObject({ id: expected, serviceId: id, licence: "pd" });
});
