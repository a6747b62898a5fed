import { describe, expect, test } from "vitest";
import { insertParagraph, insertText, type Selection, setMark } from "./text-edit.domain.ts";

/** A selection written with "|" around what is chosen; one "|" is a caret. */
function read(written: string): Selection {
  const [before = "", chosen = "", after] = written.split("|");
  if (after === undefined) return { text: before + chosen, from: before.length, to: before.length };
  return { text: before + chosen + after, from: before.length, to: before.length + chosen.length };
}

function shown({ text, from, to }: Selection): string {
  const middle = from === to ? "|" : `|${text.slice(from, to)}|`;
  return text.slice(0, from) + middle + text.slice(to);
}

describe("the toolbar", () => {
  test.each([
    ["emphasis", "a |word| b", "a *|word|* b"],
    ["emphasis", "a *|word|* b", "a |word| b"],
    ["emphasis", "a | word |b", "a  *|word|* b"],
    ["emphasis", "a |", "a *|text|*"],
    ["strong", "a |word|", "a **|word|**"],
    ["strong", "a **|word|**", "a |word|"],
    ["emphasis", "**|word|**", "***|word|***"],
    ["quote", "one\nt|w|o\nthree", "one\n|> two|\nthree"],
    ["quote", "|> one\n> two|", "|one\ntwo|"],
    ["list", "|one\ntwo|", "|- one\n- two|"],
    ["list", "|- one\ntwo|", "|- one\n- two|"],
    ["link", "see |here| now", "see [here](|https://|) now"],
    ["link", "|", "[text](|https://|)"],
  ] as const)("%s on %j gives %j", (mark, before, after) => {
    expect(shown(setMark(read(before), mark, "text"))).toBe(after);
  });

  test("what was set is taken away by the same button", () => {
    for (const mark of ["emphasis", "strong", "quote", "list"] as const) {
      const before = read("a |word| b");
      const twice = setMark(setMark(before, mark, "text"), mark, "text");
      expect(twice.text).toBe(before.text);
    }
  });
});

test.each([
  ["one|\n\ntwo", "one\n\n> q|\n\ntwo"],
  ["|", "> q|"],
  ["one |two", "one\n\n> q|\n\ntwo"],
])("a paragraph behind %j gives %j", (before, after) => {
  expect(shown(insertParagraph(read(before), "> q"))).toBe(after);
});

test("a text stands in place of what was chosen", () => {
  expect(shown(insertText(read("a |b| c"), "x"))).toBe("a x| c");
});
