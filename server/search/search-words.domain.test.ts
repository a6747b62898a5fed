import { describe, expect, it } from "vitest";
import { letterCount, queryWords, stemOf, wordsOf } from "./search-words.domain.ts";

describe("words of a text", () => {
  it.each([
    ["Guérison & RESTAURATION", ["guerison", "restauration"]],
    ["L’amour du prochain", ["l", "amour", "du", "prochain"]],
    ["God's grace, 1 John 3:16", ["god", "s", "grace", "1", "john", "3", "16"]],
    ["Cœur, Ésaïe, Noël", ["coeur", "esaie", "noel"]],
    ["  \u0000 --- !!! ", []],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

/** Each line has variants of one word that must have the same stem. */
describe("endings of English and French", () => {
  it.each([
    ["heal", "heals", "healing", "healed"],
    ["prophecy", "prophecies"],
    ["propheties", "prophetie"],
    ["church", "churches"],
    ["family", "families"],
    ["blessing", "blessings", "blessed", "bless"],
    ["save", "saved", "saving", "saves"],
    ["testimony", "testimonies"],
    ["movie", "movies"],
    ["cheval", "chevaux"],
    ["animal", "animaux", "animals"],
    ["guerison", "guerisons", "guerir", "guerie"],
    ["sauve", "sauvee", "sauvees", "sauver", "sauves"],
    ["priere", "prieres"],
    ["temoignage", "temoignages"],
    ["eglise", "eglises"],
    ["verset", "versets"],
    ["bijou", "bijoux"],
  ])("%s, %s ...", (...forms) => {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  });

  it.each([
    ["jesus", "christ"],
    ["faith", "father"],
    ["king", "kin"],
    ["grace", "grass"],
  ])("have different stems in %s and %s", (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });
});

describe("words of a question", () => {
  it.each([
    ["the grace of God", ["grace", "god"]],
    ["la prière de l’Église", ["priere", "eglise"]],
    ["Lorsqu'il dit jusqu’à", ["dit"]],
    ["who is the", ["who", "is", "the"]],
    ["faith faith FAITH", ["faith"]],
    ["a b c d e f g h k l m n", ["b", "e", "f", "g", "h", "k"]],
  ])("of %j exclude stop words", (text, words) => {
    expect(queryWords(text).map(({ plain }) => plain)).toEqual(words);
  });

  it("are limited to eight", () => {
    expect(
      queryWords(Array.from({ length: 90 }, (_, index) => `w${index}`).join(" ")),
    ).toHaveLength(8);
  });
});

it.each([
  ["é", 1],
  [" a-b ", 2],
  ["%%%", 0],
])("counts in %j %i letters and digits", (text, count) => {
  expect(letterCount(text)).toBe(count);
});
