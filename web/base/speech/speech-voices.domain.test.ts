import { describe, expect, test } from "vitest";
import { chooseVoice, voicesFor } from "./speech-voices.domain.ts";

const voice = (name: string, lang = "en-US", isDefault = false) => ({
  name,
  lang,
  default: isDefault,
});

describe("the voice that reads", () => {
  test("sounds male where a name tells", () => {
    const voices = [
      voice("Samantha", "en-US", true),
      voice("Daniel", "en-GB"),
      voice("Karen", "en-AU"),
    ];
    expect(chooseVoice(voices, "en")?.name).toBe("Daniel");
  });

  test("is not the female one of a pair whose name holds the word male", () => {
    const voices = [
      voice("Google UK English Female", "en-GB"),
      voice("Google UK English Male", "en-GB"),
    ];
    expect(chooseVoice(voices, "en")?.name).toBe("Google UK English Male");
  });

  test("is natural before others", () => {
    const voices = [voice("Microsoft David"), voice("Microsoft Guy Online (Natural)")];
    expect(chooseVoice(voices, "en")?.name).toBe("Microsoft Guy Online (Natural)");
  });

  test("is the device's own where no name tells", () => {
    const voices = [voice("Voice one"), voice("Voice two", "en-US", true)];
    expect(chooseVoice(voices, "en")?.name).toBe("Voice two");
  });

  test("speaks the language, however the device writes it", () => {
    const voices = [voice("Thomas", "fr_FR"), voice("Daniel", "en_GB")];
    expect(chooseVoice(voices, "fr")?.name).toBe("Thomas");
    expect(chooseVoice(voices, "en")?.name).toBe("Daniel");
    expect(chooseVoice([voice("Anna", "de-DE")], "en")).toBeUndefined();
    expect(chooseVoice([], "en")).toBeUndefined();
  });

  test("is no toy", () => {
    expect(voicesFor([voice("Bad News"), voice("Zarvox"), voice("Alex")], "en")).toEqual([
      voice("Alex"),
    ]);
  });
});
