import { describe, expect, it } from "vitest";
import { insertParagraph, insertText, type Selection, setMark } from "./text-edit.domain.ts";

/** Parses a selection written as "a |b| c"; a single "|" is a caret. */
function read(written: string): Selection {
  const [before = "", selected = "", after] = written.split("|");
  if (after === undefined)
    return { text: before + selected, from: before.length, to: before.length };
  return {
    text: before + selected + after,
    from: before.length,
    to: before.length + selected.length,
  };
}

function written({ text, from, to }: Selection): string {
  const middle = from === to ? "|" : `|${text.slice(from, to)}|`;
  return text.slice(0, from) + middle + text.slice(to);
}

describe("the toolbar", () => {
  it.each([
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
  ] as const)("applies %s to %j: %j", (mark, before, after) => {
    expect(written(setMark(read(before), mark, "text"))).toBe(after);
  });

  it("removes a mark by the same button", () => {
    for (const mark of ["emphasis", "strong", "quote", "list"] as const) {
      const before = read("a |word| b");
      const twice = setMark(setMark(before, mark, "text"), mark, "text");
      expect(twice.text).toBe(before.text);
    }
  });
});

it.each([
  ["one|\n\ntwo", "one\n\n> q|\n\ntwo"],
  ["|", "> q|"],
  ["one |two", "one\n\n> q|\n\ntwo"],
])("inserts a paragraph after %j: %j", (before, after) => {
  expect(written(insertParagraph(read(before), "> q"))).toBe(after);
});

it("replaces the selection by a text", () => {
  expect(written(insertText(read("a |b| c"), "x"))).toBe("a x| c");
});
