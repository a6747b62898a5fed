import { describe, expect, test } from "vitest";
import { letterCount, queryWords, stemOf, wordsOf } from "./search-words.domain.ts";

describe("words of a text", () => {
  test.each([
    ["Guérison & RESTAURATION", ["guerison", "restauration"]],
    ["L’amour du prochain", ["l", "amour", "du", "prochain"]],
    ["God's grace, 1 John 3:16", ["god", "s", "grace", "1", "john", "3", "16"]],
    ["Cœur, Ésaïe, Noël", ["coeur", "esaie", "noel"]],
    ["  \u0000 --- !!! ", []],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

/** Each line is one word in several shapes, which all compare as the same. */
describe("endings of English and French", () => {
  test.each([
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

  test.each([
    ["jesus", "christ"],
    ["faith", "father"],
    ["king", "kin"],
    ["grace", "grass"],
  ])("%s and %s stay apart", (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });
});

describe("words of a question", () => {
  test.each([
    ["the grace of God", ["grace", "god"]],
    ["la prière de l’Église", ["priere", "eglise"]],
    ["Lorsqu'il dit jusqu’à", ["dit"]],
    ["who is the", ["who", "is", "the"]],
    ["faith faith FAITH", ["faith"]],
    ["a b c d e f g h k l m n", ["b", "e", "f", "g", "h", "k"]],
  ])("of %j are those that say something", (text, words) => {
    expect(queryWords(text).map(({ plain }) => plain)).toEqual(words);
  });

  test("of a long one are no more than eight", () => {
    expect(
      queryWords(Array.from({ length: 90 }, (_, index) => `w${index}`).join(" ")),
    ).toHaveLength(8);
  });
});

test.each([
  ["é", 1],
  [" a-b ", 2],
  ["%%%", 0],
])("%j has %i letters and digits", (text, count) => {
  expect(letterCount(text)).toBe(count);
});
