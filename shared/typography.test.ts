import { describe, expect, it } from "vitest";
import { setFrench, setReferences, typesetTexts } from "./typography.ts";

/** Shows non-breaking spaces: ~ is narrow (U+202F), _ is wide (U+00A0). */
function visible(text: string): string {
  return text.replaceAll("\u202f", "~").replaceAll("\u00a0", "_");
}

it.each([
  ["Paul l'écrit en 1 Corinthiens 13:4.", "Paul l'écrit en 1_Corinthiens 13:4."],
  ["Jean 3:1 Pierre", "Jean 3:1 Pierre"],
  ["(2 Kings 4; 3 John 2)", "(2_Kings 4; 3_John 2)"],
  ["vers 12 Amos, 1 an", "vers 12 Amos, 1 an"],
])("keeps the books of %s with their numbers", (text, set) => {
  expect(visible(setReferences(text))).toBe(set);
});

describe("setFrench", () => {
  it.each([
    ["Effacer votre historique ?", "Effacer votre historique~?"],
    ["Bienvenue !", "Bienvenue~!"],
    ["Il écoute ; il répond.", "Il écoute~; il répond."],
    ["Code : 123456", "Code_: 123456"],
    ["Vue à 40 %", "Vue à 40~%"],
    ["Il dit : « Venez ! »", "Il dit_: «_Venez~!_»"],
    ["«Venez»", "«_Venez_»"],
    ["Bienvenue! Quoi?", "Bienvenue~! Quoi~?"],
    ["Reprendre:", "Reprendre:"],
    ["Ceci: cela", "Ceci_: cela"],
    ["environ 250 Mo par heure", "environ 250_Mo par heure"],
    ["l'adresse qu'il a, d'{site}", "l’adresse qu’il a, d’{site}"],
    ["Quoi ?!", "Quoi~?!"],
  ])("typesets %s", (text, set) => {
    expect(visible(setFrench(text))).toBe(set);
  });

  it.each([
    "Jean 3:16",
    "à 16:00",
    "https://reign-tv.example/bible?book=john&q=a!b",
    "'entre apostrophes droites'",
    "",
    "Rien à changer.",
  ])("leaves %s unchanged", (text) => {
    expect(setFrench(text)).toBe(text);
  });

  it("is idempotent", () => {
    const set = setFrench("Il dit : « Venez ! » Et 5 % ; l'ami ?");
    expect(setFrench(set)).toBe(set);
  });
});

it("follows the rules of each language", () => {
  const text = "What's this ?";
  expect(typesetTexts({ en: text, fr: "Qu'est-ce ?" })).toEqual({
    en: text,
    fr: "Qu’est-ce\u202f?",
  });
});
