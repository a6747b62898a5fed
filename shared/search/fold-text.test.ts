import { describe, expect, it } from "vitest";
import { matchesTerm } from "./fold-text.ts";

describe("matchesTerm", () => {
  it.each([
    ["The Lord Is My Shepherd", "lord", true],
    ["The Lord Is My Shepherd", "  SHEPHERD ", true],
    ["Prophéties", "propheties", true],
    ["Ésaïe 40", "esaie", true],
    ["L’amour du cœur", "l'amour du coeur", true],
    ["The Lord Is My Shepherd", "goat", false],
    ["Anything", "", true],
    ["C++ (a.b)", "(a.", true],
  ])("finds in %j the term %j: %s", (text, term, expected) => {
    expect(matchesTerm(text, term)).toBe(expected);
  });
});
