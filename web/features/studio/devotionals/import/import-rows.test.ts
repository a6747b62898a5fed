import { describe, expect, it } from "vitest";
import {
  checkImportFile,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  type ImportRow,
  readImport,
} from "./import-rows.domain.ts";

const PLACE = { month: "2026-11", language: "fr" } as const;
const WORDS = { title: "T", verse: "Jean 3:16", content: "C" };

function rowsOf(name: string, text: string): readonly ImportRow[] {
  const read = readImport(name, text, PLACE);
  if (!read.ok) throw new Error(read.failure);
  return read.value.rows;
}
const json = (...items: readonly unknown[]) => rowsOf("a.json", JSON.stringify(items));
const errors = (rows: readonly ImportRow[]) => rows.map(({ error }) => error);
const states = (rows: readonly ImportRow[]) =>
  rows.map(({ day, language }) => `${day} ${language}`);

describe("the specified JSON", () => {
  it("uses the selected month and language, or its own", () => {
    const rows = json(
      { day: 5, ...WORDS },
      { date: "2026-12-24", language: "en", reflection: "Where?", ...WORDS },
    );
    expect(errors(rows)).toEqual([null, null]);
    expect(states(rows)).toEqual(["2026-11-05 fr", "2026-12-24 en"]);
    expect(rows[1]?.body).toEqual({ ...WORDS, reflection: "Where?" });
  });

  it.each<[string, unknown, object]>([
    ["no object", "x", { kind: "item" }],
    ["a list", [], { kind: "item" }],
    ["no day", WORDS, { kind: "day" }],
    ["a day that November lacks", { ...WORDS, day: 31 }, { kind: "day" }],
    ["a date that there is not", { ...WORDS, date: "2026-02-30" }, { kind: "day" }],
    ["a language that we lack", { ...WORDS, day: 1, language: "de" }, { kind: "language" }],
    ["no title", { day: 1, verse: "", content: "C" }, { kind: "missing", field: "title" }],
    ["an empty text", { ...WORDS, day: 1, content: "" }, { kind: "missing", field: "content" }],
    ["a title that is a number", { ...WORDS, day: 1, title: 7 }, { kind: "text", field: "title" }],
    [
      "a long title",
      { ...WORDS, day: 1, title: "x".repeat(201) },
      { kind: "long", field: "title" },
    ],
    ["a turning mark", { ...WORDS, day: 1, title: "a\u202Eb" }, { kind: "signs", field: "title" }],
    ["a NUL", { ...WORDS, day: 1, content: "a\0b" }, { kind: "signs", field: "content" }],
    [
      "a time that is none",
      { ...WORDS, day: 1, publishAt: "noon" },
      { kind: "time", field: "publishAt" },
    ],
  ])("names %s and keeps the other days", (_what, item, error) => {
    expect(errors(json({ ...WORDS, day: 2 }, item, { ...WORDS, day: 3 }))).toEqual([
      null,
      error,
      null,
    ]);
  });

  it("names a repeated day with its first line", () => {
    expect(errors(json({ ...WORDS, day: 1 }, { ...WORDS, day: 1 }))).toEqual([
      null,
      { kind: "twice", line: 1 },
    ]);
  });

  it("treats scripts and prototype names as plain text", () => {
    const [row] = json({
      ...WORDS,
      day: 1,
      content: "<script>alert(1)</script>",
      __proto__: {},
      constructor: "x",
    });
    expect(row?.body).toEqual({ ...WORDS, content: "<script>alert(1)</script>" });
  });
});

describe("CSV", () => {
  it("accepts a French spreadsheet: semicolons, French columns and dates", () => {
    const rows = rowsOf(
      "novembre.csv",
      '\uFEFFDate;Titre;Verset;Méditation;Réflexion\n23/11/2026;"La ""paix""";Jean 14:27;"Un.\n\nDeux.";\n24.11.2026;B;;C;Et vous ?\n',
    );
    expect(errors(rows)).toEqual([null, null]);
    expect(states(rows)).toEqual(["2026-11-23 fr", "2026-11-24 fr"]);
    expect(rows[0]?.body).toEqual({
      title: 'La "paix"',
      verse: "Jean 14:27",
      content: "Un.\n\nDeux.",
    });
    expect(rows[1]?.body?.reflection).toBe("Et vous ?");
  });

  it("names the line of an invalid day", () => {
    const rows = rowsOf("a.csv", "day,language,title,content\n1,en,A,a\n32,en,B,b\n3,EN-gb,C,c\n");
    expect(rows.map(({ line, error }) => [line, error?.kind ?? "good"])).toEqual([
      [2, "good"],
      [3, "day"],
      [4, "good"],
    ]);
  });
});

describe("dates with an ambiguous order", () => {
  const read = (dates: readonly string[], dateOrder?: "day" | "month") => {
    const text = `date,title,content\n${dates.map((date) => `${date},T,C\n`).join("")}`;
    const result = readImport("a.csv", text, { ...PLACE, dateOrder: dateOrder ?? null });
    if (!result.ok) throw new Error(result.failure);
    const { rows, unclearDate } = result.value;
    return { days: rows.map(({ day }) => day), unclearDate };
  };

  it.each([
    [
      ["6/1/2025", "6/2/2025", "6/14/2025"],
      ["2025-06-01", "2025-06-02", "2025-06-14"],
    ],
    [
      ["06-14-2025", "6-1-2025"],
      ["2025-06-14", "2025-06-01"],
    ],
    [
      ["1/6/2025", "14/6/2025"],
      ["2025-06-01", "2025-06-14"],
    ],
    [
      ["1.6.2025", "2.6.2025"],
      ["2025-06-01", "2025-06-02"],
    ],
    [
      ["14/6/2025", "15/6/2025", "6/16/2025"],
      ["2025-06-14", "2025-06-15", null],
    ],
    [
      ["6/6/2025", "2025-06-07"],
      ["2025-06-06", "2025-06-07"],
    ],
  ])("finds the order of %j", (dates, days) => {
    expect(read(dates)).toEqual({ days, unclearDate: null });
  });

  it("asks for one date order when both fit all dates", () => {
    const dates = ["6/6/2025", "6/1/2025", "6/12/2025"];
    expect(read(dates).unclearDate).toBe("6/1/2025");
    expect(read(dates, "month")).toEqual({
      days: ["2025-06-06", "2025-06-01", "2025-06-12"],
      unclearDate: null,
    });
    expect(read(dates, "day").days).toEqual(["2025-06-06", "2025-01-06", "2025-12-06"]);
  });
});

it.each([
  ["a.json", "{", "syntax"],
  ["a.json", "{}", "array"],
  ["a.json", "[]", "empty"],
  ["a.json", JSON.stringify(Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => WORDS)), "count"],
  ["a.csv", "", "empty"],
  ["a.csv", "date,title,content\n", "empty"],
  ["a.csv", "one,two\n1,2", "columns"],
])("rejects the file %s with %j: %s", (name, text, failure) => {
  expect(readImport(name, text, PLACE)).toEqual({ ok: false, failure });
});

it.each([
  [{ name: "a.JSON", size: 1 }, null],
  [{ name: "a.csv", size: 1 }, null],
  [{ name: "a.xlsx", size: 1 }, "type"],
  [{ name: "a.svg", size: 1 }, "type"],
  [{ name: "a.csv", size: MAX_IMPORT_BYTES + 1 }, "size"],
])("checks %j before it is read: %s", (file, error) => {
  expect(checkImportFile(file)).toBe(error);
});
