import { expect, test } from "vitest";
import { speechChunks } from "./speech-chunks.domain.ts";

const LONG =
  "Then were the king's scribes called at that time in the third month, that is, the month Sivan, on the three and twentieth day thereof; and it was written according to all that Mordecai commanded unto the Jews, and to the lieutenants, and the deputies and rulers of the provinces.";

test("a short verse is one utterance", () => {
  expect(speechChunks(["Jesus wept."])).toEqual([{ text: "Jesus wept.", part: 0 }]);
});

test("a long verse is cut at punctuation, as seldom as 150 characters allow, and loses no word", () => {
  const chunks = speechChunks([LONG]).map(({ text }) => text);
  expect(chunks).toHaveLength(2);
  expect(chunks.every((chunk) => chunk.length <= 150 && /[,;:.]$/.test(chunk))).toBe(true);
  expect(chunks.join(" ")).toBe(LONG);
});

test("a clause without punctuation is cut at a blank, an endless word anywhere", () => {
  const words = "word ".repeat(60).trim();
  expect(
    speechChunks([words])
      .map(({ text }) => text)
      .join(" "),
  ).toBe(words);
  expect(speechChunks(["x".repeat(400)]).map(({ text }) => text.length)).toEqual([150, 150, 100]);
});

test("an utterance never spans two verses", () => {
  expect(speechChunks(["One.", "Two."])).toEqual([
    { text: "One.", part: 0 },
    { text: "Two.", part: 1 },
  ]);
});

test("what has no word in it is not spoken", () => {
  expect(speechChunks(["", " ", "...", "!?"])).toEqual([]);
});
