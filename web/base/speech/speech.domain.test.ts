import { expect, it, describe } from "vitest";
import { speechChunks, chooseVoice, voicesFor } from "./speech.domain.ts";

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

const voice = (name: string, lang = "en-US", isDefault = false) => ({
  name,
  lang,
  default: isDefault,
});

describe("the selected voice", () => {
  it("sounds male where its name says so", () => {
    const voices = [
      voice("Samantha", "en-US", true),
      voice("Daniel", "en-GB"),
      voice("Karen", "en-AU"),
    ];
    expect(chooseVoice(voices, "en")?.name).toBe("Daniel");
  });

  it("is not the female one of a pair whose name contains the word male", () => {
    const voices = [
      voice("Google UK English Female", "en-GB"),
      voice("Google UK English Male", "en-GB"),
    ];
    expect(chooseVoice(voices, "en")?.name).toBe("Google UK English Male");
  });

  it("is a natural voice before others", () => {
    const voices = [voice("Microsoft David"), voice("Microsoft Guy Online (Natural)")];
    expect(chooseVoice(voices, "en")?.name).toBe("Microsoft Guy Online (Natural)");
  });

  it("is the device's default where no name says more", () => {
    const voices = [voice("Voice one"), voice("Voice two", "en-US", true)];
    expect(chooseVoice(voices, "en")?.name).toBe("Voice two");
  });

  it("speaks the language in any spelling of its tag", () => {
    const voices = [voice("Thomas", "fr_FR"), voice("Daniel", "en_GB")];
    expect(chooseVoice(voices, "fr")?.name).toBe("Thomas");
    expect(chooseVoice(voices, "en")?.name).toBe("Daniel");
    expect(chooseVoice([voice("Anna", "de-DE")], "en")).toBeUndefined();
    expect(chooseVoice([], "en")).toBeUndefined();
  });

  it("is no novelty voice", () => {
    expect(voicesFor([voice("Bad News"), voice("Zarvox"), voice("Alex")], "en")).toEqual([
      voice("Alex"),
    ]);
  });
});
