import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Items per section of the specification, counted line by line; a lost row shows as a difference. */
const ITEMS_BY_SECTION = new Map([
  [1, 16],
  [2, 127],
  [3, 23],
  [4, 37],
  [5, 19],
  [6, 8],
  [7, 41],
  [8, 24],
  [9, 26],
]);

type Row = { id: string; item: string; place: string; proof: string };

const MAP = readFileSync("docs/spec-map.md", "utf8");
const ROWS: Row[] = MAP.split("\n").flatMap((line) => {
  const [, id, item, place, proof] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  if (!id || !item || !place || !proof || !/^S\d+\.\d+$/.test(id)) return [];
  return [{ id, item, place: place.replaceAll("`", ""), proof }];
});

const NAMED_TEST = /^`([^`]+)` › "(.+)"$/;

test("every item of the specification has one row, in order", () => {
  const expected = [...ITEMS_BY_SECTION].flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `S${section}.${index + 1}`),
  );
  expect(ROWS.map(({ id }) => id)).toEqual(expected);
});

test("the counts in the map's header are those of the sections", () => {
  const header = [...MAP.matchAll(/^\| (\d) [^|]+\| +(\d+) +\|$/gm)];
  expect(header.map(([, section, count]) => [Number(section), Number(count)])).toEqual([
    ...ITEMS_BY_SECTION,
  ]);
});

test("every row names a test", () => {
  expect(ROWS.filter(({ proof }) => !NAMED_TEST.test(proof))).toEqual([]);
});

test("every item lives in a file or folder that exists", () => {
  const faults = ROWS.filter(({ place }) => !existsSync(place));
  expect(faults.map(({ id, place }) => `${id}: ${place}`)).toEqual([]);
});

test("every named test exists", () => {
  const faults = ROWS.flatMap(({ id, proof }) => {
    const [, file, title] = NAMED_TEST.exec(proof) ?? [];
    if (!file || !title) return [];
    if (!existsSync(file)) return [`${id}: there is no ${file}`];
    return hasTest(readFileSync(file, "utf8"), title) ? [] : [`${id}: ${file} has no "${title}"`];
  });
  expect(faults).toEqual([]);
});

/** Whether a test whose title contains the words is called in the text, in whatever quotes. */
function hasTest(text: string, words: string): boolean {
  const titles = text.matchAll(
    /\b(?:test|it|describe)(?:\.\w+)*(?:<[^(]*>)?(?:\([^()]*\)|\(\[[\s\S]*?\]\))?\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/g,
  );
  return [...titles].some(([, , title]) => title?.replaceAll("\\", "").includes(words));
}

test.each([
  ['test("shows two channels", () => {});', "two channels", true],
  ['test.each([[1], [2]])("page %i of many", () => {});', "of many", true],
  ['it.each<[string, object]>([["a", {}]])("%s gets: no", () => {});', "gets: no", true],
  ["test('says \"no\"', { tag: '@phone' }, () => {});", 'says "no"', true],
  ['// test of two channels\ntest("other", () => {});', "two channels", false],
])("a named test is found by its call: %s", (text, words, isFound) => {
  expect(hasTest(text, words)).toBe(isFound);
});
