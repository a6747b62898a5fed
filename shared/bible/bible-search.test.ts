import { describe, expect, it } from "vitest";
import { createSearchIndexBuilder } from "./bible-search.ts";

function indexOf(verses: readonly string[]) {
  const builder = createSearchIndexBuilder();
  for (const verse of verses) builder.add(verse);
  return builder.finish();
}

describe("search index", () => {
  it("indexes texts with more words than 16 bits can number", () => {
    const verses = Array.from({ length: 7_000 }, (_, verse) =>
      Array.from({ length: 10 }, (_, word) => `w${verse * 10 + word}`).join(" "),
    );
    const index = indexOf(verses);
    expect(index.search("w69999 ", 5)).toEqual({
      total: 1,
      hits: [{ ordinal: 6_999, ranges: [[63, 69]] }],
    });
    expect(index.search("w0 w9 ", 5).total).toBe(1);
  });

  it("ranks a phrase first while its last word is unfinished", () => {
    const index = indexOf(["dieu est grand et aime le monde", "car dieu a tant aimé le monde"]);
    expect(index.search("tant aim", 5).hits.map(({ ordinal }) => ordinal)).toEqual([1]);
    expect(index.search("dieu mon", 5).total).toBe(2);
    expect(index.search("le monde ", 1).hits).toEqual([
      {
        ordinal: 1,
        ranges: [
          [21, 23],
          [24, 29],
        ],
      },
    ]);
  });

  it("finds quoted words only as a phrase", () => {
    const index = indexOf(["la paix de Dieu", "Dieu de paix", "de Dieu la paix"]);
    expect(index.search("« de Dieu »", 5).total).toBe(2);
    expect(index.search('"de paix"', 5).hits.map(({ ordinal }) => ordinal)).toEqual([1]);
    expect(index.search('"paix la"', 5).total).toBe(0);
  });

  it.each([
    ["Éternel berger", 1],
    ["l'Éternel est mon berger", 1],
    ["l’ Éternel", 2],
    ["leternel", 0],
    ['"Éternel est mon berger"', 1],
    ["jusqu’à la fin", 1],
    ["aujourd'hui", 1],
    ["coeur pur", 1],
    ["CŒUR d'homme", 1],
    ["anti", 0],
    ["homme", 1],
    ["l'", 0],
  ])("skips elisions and reads ligatures as letters: %s", (query, total) => {
    const index = indexOf([
      "L’Éternel est mon berger: je ne manquerai de rien.",
      "Jusqu'à la fin, lorsqu’il n'y a qu’un homme d’un cœur pur",
      "J’élève à toi mon âme, ô Éternel! puisqu'aujourd’hui",
    ]);
    expect(index.search(query, 5).total).toBe(total);
  });

  it("marks the word after an elision", () => {
    const text = "Et qu’aujourd’hui l’Éternel vienne";
    const [hit] = indexOf([text]).search("aujourd'hui eternel ", 5).hits;
    expect(hit?.ranges.map(([from, to]) => text.slice(from, to))).toEqual([
      "aujourd’hui",
      "Éternel",
    ]);
  });

  it.each(["Lord's", "Lord’s", "Lord‘s", "Lord´s", "Lord`s", "Lordʼs", "Lord′s", "Lord＇s"])(
    "accepts every kind of apostrophe: %s",
    (query) => {
      expect(indexOf(["the LORD’s house", "the LORD"]).search(`${query} `, 5).total).toBe(1);
    },
  );

  it("finds nothing without verses", () => {
    expect(indexOf([]).search("dieu", 5)).toEqual({ total: 0, hits: [] });
    expect(indexOf(["dieu"]).search("…", 5)).toEqual({ total: 0, hits: [] });
  });
});
