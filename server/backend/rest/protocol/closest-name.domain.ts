/** Longer names are not compared, because they are not typing errors. */
const MAX_COMPARED_LENGTH = 200;

/**
 * Returns the most similar name, ignoring case. Similarity is 1 less the edit distance divided by
 * the longer length.
 *
 * @param minimum similarity, 0 to 1.
 */
export function closestName(
  names: Iterable<string>,
  wanted: string,
  minimum: number,
): string | null {
  if (wanted.length > MAX_COMPARED_LENGTH) return null;
  let best: { name: string; share: number } | null = null;
  for (const name of names) {
    const share = shareOf(name.toLowerCase(), wanted.toLowerCase());
    if (share < minimum) continue;
    if (best === null || share > best.share) best = { name, share };
  }
  return best?.name ?? null;
}

function shareOf(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : 1 - editDistance(one, other) / longer;
}

function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      line.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + change,
        ),
      );
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
