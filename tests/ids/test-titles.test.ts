import { expect, test } from "vitest";
import { isTestFile, testTitles } from "./test-titles.ts";

test.each([
  ['test("shows two channels", () => {});', ["shows two channels"]],
  ['test.each([[1], [2]])("page %i of many", () => {});', ["page %i of many"]],
  ['it.each<[string, object]>([["a", {}]])("%s gets: no", () => {});', ["%s gets: no"]],
  ['it.each`a | b\n${1} | ${2}`("$a and $b", () => {});', ["$a and $b"]],
  ["for (const id of IDS) test(`a card of ${id} plays`, () => {});", ["a card of ${id} plays"]],
  ['test("says \\"no\\"", { tag: "@phone" }, () => {});', ['says "no"']],
  ['test("opens it", async () => { test.skip(isSlow, "slow"); });', ["opens it"]],
  ['// test("told of")\nexpect("test(\\"quoted\\")");', []],
  ['run("no test", () => {});', []],
  ['test.skip("off", () => {}); it.todo("later"); test.fixme("broken", () => {});', []],
  ['describe.skip("off", () => { test("inside", () => {}); });', []],
])("the titles of %s", (text, titles) => {
  expect(testTitles("x.test.ts", text).map(({ title }) => title)).toEqual(titles);
});

test("a title comes with the groups around it", () => {
  const text = 'describe("a", () => { test.describe("b", () => { test("c", () => {}); }); });';
  expect(testTitles("x.test.ts", text)).toEqual([
    { file: "x.test.ts", title: "a", groups: [] },
    { file: "x.test.ts", title: "b", groups: ["a"] },
    { file: "x.test.ts", title: "c", groups: ["a", "b"] },
  ]);
});

test("tests are in *.test.ts, *.test.tsx and *.spec.ts", () => {
  expect(["a.test.ts", "a.test.tsx", "a.db.test.ts", "a.spec.ts"].every(isTestFile)).toBe(true);
  expect(["test.ts", "a.fixture.ts", "a.test.md"].some(isTestFile)).toBe(false);
});
