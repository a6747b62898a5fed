/** Verses that follow each other, both included. */
export type Run = { from: number; to: number };

/** Chosen verses as the fewest runs, in the order of the chapter: what a chapter leaves out parts no run. */
export function runsOf(chosen: ReadonlySet<number>, chapter: readonly number[]): readonly Run[] {
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

/** "1-3, 5", as it stands after the chapter. */
export function runNames(runs: readonly Run[]): string {
  return runs.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}
