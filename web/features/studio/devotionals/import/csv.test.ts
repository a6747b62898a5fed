import { describe, expect, test } from "vitest";
import { decodeText, readCsv } from "./csv.domain.ts";

const fields = (text: string) => readCsv(text).map((record) => record.fields);

describe("CSV as spreadsheets write it", () => {
  test.each([
    [
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b\r\n1,5;2\r\n",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      "a\tb\n1\t2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "\uFEFFa;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["sep=;\na;b,c", [["a", "b,c"]]],
    ['"a, b",c\n', [["a, b", "c"]]],
    ['"he said ""yes""";x', [['he said "yes"', "x"]]],
    [
      '"one\n\ntwo",x\ny,z',
      [
        ["one\n\ntwo", "x"],
        ["y", "z"],
      ],
    ],
    ["a,,\n,,\n\nb", [["a", "", ""], ["b"]]],
    ['"never closed,x\ny', [["never closed,x\ny"]]],
    ["", []],
    ['""', []],
  ])("%j", (text, rows) => {
    expect(fields(text)).toEqual(rows);
  });

  test("each record knows the line that it begins on", () => {
    const lines = readCsv('h,i\n"a\nb",1\n\nc,2\n').map(({ line }) => line);
    expect(lines).toEqual([1, 2, 5]);
  });

  test("a hostile file is read in no time worth speaking of", () => {
    expect(readCsv('"'.repeat(200_000)).length).toBeLessThan(2);
    expect(readCsv(",".repeat(200_000))).toEqual([]);
  });
});

test.each([
  [new TextEncoder().encode("Ésaïe"), "Ésaïe"],
  [Uint8Array.of(0xc9, 0x73, 0x61, 0xef, 0x65), "Ésaïe"],
])("a file's bytes are read as UTF-8, or as Windows wrote them", (bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});
