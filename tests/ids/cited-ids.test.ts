import { expect, test } from "vitest";
import { citedIds, definedIds } from "./cited-ids.ts";

test.each([
  ["hashes once (R-03, S-02)", ["R-03", "S-02"]],
  ["R-40 to R-42; S2.9 to S2.11.", ["R-40", "R-41", "R-42", "S2.9", "S2.10", "S2.11"]],
  ["F-09 to F-11 and F8's bound", ["F-09", "F-10", "F-11", "F8"]],
  ["B-04: every way", ["B-04"]],
  ["S9.21", ["S9.21"]],
])("%s", (text, ids) => {
  expect(citedIds(text)).toEqual(ids);
});

test.each([
  "UTF-8 and PDF-12",
  "caf%C3%A9 and %F4",
  "#F12",
  'press "F5"',
  "F0 of SQLSTATE",
  "M8 4S2.5 1",
  "v1.S2.5",
])("no id: %s", (text) => {
  expect(citedIds(text)).toEqual([]);
});

test("a page's tables define ids with their sentences, and its other lines none", () => {
  const page = [
    "R-02 is cited here.",
    "| Id   | Item    |",
    "| ---- | ------- |",
    "| R-01 | First.  |",
    "| S4.3 | Second. |",
    "| F2   | Bad     | Good |",
  ];
  expect(definedIds(page.join("\n"))).toEqual([
    { id: "R-01", sentence: "First." },
    { id: "S4.3", sentence: "Second." },
    { id: "F2", sentence: "Bad     | Good" },
  ]);
});
