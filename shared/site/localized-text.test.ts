import { expect, test } from "vitest";
import { textIn } from "./localized-text.domain.ts";

test("a text that is not written in a language is shown in the other", () => {
  expect(textIn({ en: "Welcome", fr: "Bienvenue" }, "fr")).toEqual({
    lang: "fr",
    text: "Bienvenue",
  });
  expect(textIn({ en: "Welcome", fr: " " }, "fr")).toEqual({ lang: "en", text: "Welcome" });
  expect(textIn({}, "en")).toBeNull();
});
