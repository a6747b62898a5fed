/** Most wrong letters for a name to count as a misspelling. */
const MAX_DISTANCE = 3;

/**
 * Returns the name that was probably meant, or null when none is near. Ignores case.
 *
 * @param known in order of preference among names that are equally near.
 * @param maxDistance letters that may be wrong.
 */
export function closestMatch(
  given: string,
  known: readonly string[],
  maxDistance = MAX_DISTANCE,
): string | null {
  const limit = Math.min(maxDistance, Math.ceil(given.length / 3));
  const ranked = known
    .map((name) => ({
      name,
      distance: editDistance(given.toLowerCase(), name.toLowerCase(), limit),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? null;
}

/** Returns `did you mean "tagline"?`, or the known names when none is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  const nearest = closestMatch(given, known);
  return nearest === null ? `known are ${known.join(", ")}` : `did you mean "${nearest}"?`;
}

/** Rows of the table are reused between calls: one query compares thousands of words. */
let beforeLast = new Uint16Array(0);
let last = new Uint16Array(0);
let next = new Uint16Array(0);

/**
 * Counts letters to insert, delete, change or swap (optimal string alignment distance). Returns `limit + 1`
 * when there are more. The time grows with the product of the lengths, unless the limit is low.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (from === to) return 0;
  const tooFar = limit + 1;
  if (Math.abs(from.length - to.length) > limit) return tooFar;
  if (last.length <= to.length) {
    beforeLast = new Uint16Array(to.length + 1);
    last = new Uint16Array(to.length + 1);
    next = new Uint16Array(to.length + 1);
  }
  for (let column = 0; column <= to.length; column += 1) last[column] = column;
  for (let row = 1; row <= from.length; row += 1) {
    if (fillRow(from, to, row) > limit) return tooFar;
    [beforeLast, last, next] = [last, next, beforeLast];
  }
  return Math.min(last[to.length] ?? tooFar, tooFar);
}

/** Fills the next row of the table. Returns its minimum. */
function fillRow(from: string, to: string, row: number): number {
  const letter = from.charCodeAt(row - 1);
  const letterBefore = from.charCodeAt(row - 2);
  let least = row;
  next[0] = row;
  for (let column = 1; column <= to.length; column += 1) {
    const other = to.charCodeAt(column - 1);
    const changed = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
    let best = Math.min(changed, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
    const isSwap =
      row > 1 && column > 1 && letterBefore === other && letter === to.charCodeAt(column - 2);
    if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
    next[column] = best;
    if (best < least) least = best;
  }
  return least;
}
