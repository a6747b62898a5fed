import { expect, it } from "vitest";
import { categoryWords } from "./category-words.ts";

it("typesets the studio's French texts and leaves English ones", () => {
  const facts = { title: "Prophéties : l'Afrique !", description: "Dieu dit : « Venez »" };
  expect(categoryWords("prophecies", facts, "fr")).toEqual({
    title: "Prophéties\u00a0: l’Afrique\u202f!",
    description: "Dieu dit\u00a0: «\u00a0Venez\u00a0»",
  });
  expect(categoryWords("prophecies", facts, "en").title).toBe(facts.title);
});
