import { describe, expect, it } from "vitest";
import { TEST_TEXTS } from "#backend/testing/settings.ts";
import { chooseTexts } from "./select-locale.ts";

describe("chooseTexts", () => {
  it.each([
    [{ language: "fr" }, "en", "fr"],
    [{ language: "en" }, "fr-FR,fr;q=0.9", "en"],
    [{ language: "de" }, "fr-FR,fr;q=0.9,en;q=0.8", "fr"],
    [{}, "en;q=0.5,fr;q=0.9", "fr"],
    [{}, "de,pt", "en"],
    [{}, "fr;q=0", "en"],
    [{}, undefined, "en"],
    [{ language: 7 }, ";;;,,", "en"],
  ])("maps %j and %j to %s", (metadata, header, language) => {
    expect(chooseTexts(TEST_TEXTS, metadata, header).language).toBe(language);
  });

  it("selects from the languages of its settings, by default the first", () => {
    const [english] = TEST_TEXTS;
    const italian = { ...english, language: "it" };
    const portuguese = { ...english, language: "pt" };
    expect(chooseTexts([italian, portuguese], {}, "fr,pt-BR;q=0.5").language).toBe("pt");
    expect(chooseTexts([italian, portuguese], { language: "fr" }, "en").language).toBe("it");
  });
});
