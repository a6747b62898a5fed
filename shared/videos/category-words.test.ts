import { expect, test } from "vitest";
import { categoryWords } from "./category-words.ts";

test("words of the studio are set with the spaces of French, and those of English stay", () => {
  const facts = { title: "Prophéties : l'Afrique !", description: "Dieu dit : « Venez »" };
  expect(categoryWords("prophecies", facts, "fr")).toEqual({
    title: "Prophéties\u00a0: l’Afrique\u202f!",
    description: "Dieu dit\u00a0: «\u00a0Venez\u00a0»",
  });
  expect(categoryWords("prophecies", facts, "en").title).toBe(facts.title);
});
