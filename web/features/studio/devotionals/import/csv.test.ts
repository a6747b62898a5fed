import { describe, expect, it } from "vitest";
import { decodeText } from "#web/lib/decode-text.ts";
import { readCsv } from "./csv.domain.ts";

const fields = (text: string) => readCsv(text).map((record) => record.fields);

describe("CSV of spreadsheets", () => {
  it.each([
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

  it("returns the first line number of each record", () => {
    const lines = readCsv('h,i\n"a\nb",1\n\nc,2\n').map(({ line }) => line);
    expect(lines).toEqual([1, 2, 5]);
  });

  it("parses a hostile file quickly", () => {
    expect(readCsv('"'.repeat(200_000)).length).toBeLessThan(2);
    expect(readCsv(",".repeat(200_000))).toEqual([]);
  });
});

it.each([
  [new TextEncoder().encode("Ésaïe"), "Ésaïe"],
  [Uint8Array.of(0xc9, 0x73, 0x61, 0xef, 0x65), "Ésaïe"],
])("decodes bytes as UTF-8, or as Windows-1252", (bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});
