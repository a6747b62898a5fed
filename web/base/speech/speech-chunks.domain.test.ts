import { expect, it } from "vitest";
import { speechChunks } from "./speech-chunks.domain.ts";

const LONG =
  "Then were the king's scribes called at that time in the third month, that is, the month Sivan, on the three and twentieth day thereof; and it was written according to all that Mordecai commanded unto the Jews, and to the lieutenants, and the deputies and rulers of the provinces.";

it("makes a short verse one utterance", () => {
  expect(speechChunks(["Jesus wept."])).toEqual([{ text: "Jesus wept.", part: 0 }]);
});

it("cuts a long verse at punctuation, in as few parts of 150 characters as possible, and loses no word", () => {
  const chunks = speechChunks([LONG]).map(({ text }) => text);
  expect(chunks).toHaveLength(2);
  expect(chunks.every((chunk) => chunk.length <= 150 && /[,;:.]$/.test(chunk))).toBe(true);
  expect(chunks.join(" ")).toBe(LONG);
});

it("cuts a clause without punctuation at a space, an endless word anywhere", () => {
  const words = "word ".repeat(60).trim();
  expect(
    speechChunks([words])
      .map(({ text }) => text)
      .join(" "),
  ).toBe(words);
  expect(speechChunks(["x".repeat(400)]).map(({ text }) => text.length)).toEqual([150, 150, 100]);
});

it("never lets an utterance span two verses", () => {
  expect(speechChunks(["One.", "Two."])).toEqual([
    { text: "One.", part: 0 },
    { text: "Two.", part: 1 },
  ]);
});

it("skips text without a word", () => {
  expect(speechChunks(["", " ", "...", "!?"])).toEqual([]);
});
