/** A range of verses, inclusive. */
export type Run = { from: number; to: number };

/**
 * Returns the selected verses as the fewest ranges, in the order of the chapter; a verse that the
 * chapter lacks splits no range.
 */
export function selectedRanges(
  chosen: ReadonlySet<number>,
  chapter: readonly number[],
): readonly Run[] {
  const runs: Run[] = [];
  let isOpen = false;
  for (const verse of chapter) {
    const last = runs.at(-1);
    if (!chosen.has(verse)) isOpen = false;
    else if (isOpen && last) last.to = verse;
    else {
      runs.push({ from: verse, to: verse });
      isOpen = true;
    }
  }
  return runs;
}

/** Formats ranges after a chapter: "1-3, 5". */
export function formatRanges(runs: readonly Run[]): string {
  return runs.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}
