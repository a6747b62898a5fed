import { describe, expect, it } from "vitest";
import { chooseVoice, voicesFor } from "./speech-voices.domain.ts";

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
