import { describe, expect, it } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import {
  isAskedFor,
  type KeptMark,
  labelsOf,
  type Mark,
  marksAsJson,
  marksAsMarkdown,
  marksOn,
  placedMarks,
  rangeOf,
} from "./marks.domain.ts";

const psalms = bookByAlias("psalms") ?? FIRST_PLACE.book;
const KJV = { id: "kjv", numbering: "kjv" } as const;
const LSG = { id: "lsg", numbering: "segond" } as const;
const stored = (data: Partial<Mark> = {}, id = "note:PSA.51.1"): KeptMark => ({
  id,
  data: {
    kind: "note",
    book: "PSA",
    chapter: 51,
    from: 1,
    to: 3,
    version: "lsg",
    note: "Grace #faith",
    labels: ["faith"],
    ...data,
  },
  changedAt: Date.UTC(2026, 5, 14),
});
const ANY = { kind: null, colour: null, book: null, label: null, term: "" };

describe("a mark made in Segond", () => {
  const verses = { version: LSG, place: { book: psalms, chapter: 51 }, from: 3, to: 5 };

  it("is stored in pivot numbering, and shown at its text in both versions", () => {
    expect(rangeOf(verses)).toEqual({ book: "PSA", chapter: 51, from: 1, to: 3, version: "lsg" });
    const shown = (version: typeof KJV | typeof LSG) =>
      Array.from({ length: 8 }, (_, verse) => verse).filter(
        (verse) => marksOn([stored()], { version, place: verses.place }, verse).length > 0,
      );
    expect(shown(KJV)).toEqual([1, 2, 3]);
    expect(shown(LSG)).toEqual([3, 4, 5]);
  });

  it("is named in the numbering of the current version", () => {
    expect(placedMarks([stored()], KJV, "en")[0]?.name).toBe("Psalms 51:1–3");
    expect(placedMarks([stored()], LSG, "fr")[0]).toMatchObject({
      name: "Psaume 51:3–5",
      verse: 3,
    });
  });
});

it("marks the title of a psalm separately", () => {
  const title = { version: LSG, place: { book: psalms, chapter: 51 }, from: 1, to: 1 };
  expect(rangeOf(title)).toMatchObject({ chapter: 51, from: 0, to: 0 });
});

it("shows marks only in their own book and chapter", () => {
  const place = { book: bookByAlias("john") ?? FIRST_PLACE.book, chapter: 51 };
  expect(marksOn([stored()], { version: KJV, place }, 1)).toEqual([]);
  expect(marksOn([stored()], { version: KJV, place: { book: psalms, chapter: 50 } }, 1)).toEqual(
    [],
  );
});

it.each([
  ["no label", []],
  ["#Faith and #hope, #faith", ["faith", "hope"]],
  ["C#major, #1", ["1"]],
  ["#Grâce #сила", ["grâce", "сила"]],
  [`#${"x".repeat(50)}`, ["x".repeat(40)]],
])("labels of %j", (note, labels) => {
  expect(labelsOf(note)).toEqual(labels);
});

it("sorts marks in the order of the Bible and leaves out unknown books", () => {
  const marks = [
    stored({ book: "JHN", chapter: 3, from: 16, to: 16 }, "a"),
    stored({ chapter: 119 }, "b"),
    stored({ chapter: 9 }, "c"),
    stored({ book: "TOB" }, "d"),
  ];
  expect(placedMarks(marks, KJV, "en").map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

it.each([
  [{}, true],
  [{ kind: "highlight" as const }, false],
  [{ label: "faith", book: "PSA" }, true],
  [{ label: "hope" }, false],
  [{ term: "  GRACE " }, true],
  [{ term: "psalms 51" }, true],
  [{ colour: 2 as const }, false],
])("the filter %j matches: %s", (filter, expected) => {
  const [mark] = placedMarks([stored()], KJV, "en");
  expect(mark && isAskedFor(mark, { ...ANY, ...filter })).toBe(expected);
});

it("exports locations and notes", () => {
  const marks = placedMarks([stored({ note: "One\nTwo" })], KJV, "en");
  const names = {
    title: "My marks",
    kinds: { highlight: "Highlight", note: "Note", bookmark: "Bookmark" },
    colours: { 1: "1", 2: "2", 3: "3", 4: "4", 5: "5" },
  };
  expect(marksAsMarkdown(marks, names)).toBe(
    "# My marks\n\n- **Psalms 51:1–3** (LSG) Note\n  > One\n  > Two\n",
  );
  expect(JSON.parse(marksAsJson(marks))).toMatchObject({
    numbering: "kjv",
    marks: [{ book: "PSA", chapter: 51, from: 1, changedAt: "2026-06-14T00:00:00.000Z" }],
  });
});
