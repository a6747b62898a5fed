/** A position in the page: row from the top, and column in it. */
export type GridPlace = { readonly row: number; readonly column: number };

export type GridMove = "up" | "down" | "left" | "right";

/**
 * Returns the next focus position. Up and down return to the column in which a row was left, as
 * televisions do; at an edge focus stays. @param lengths number of cards per row, none of them 0.
 * @param leftAt column in which each row was left; a row that was never entered has none.
 */
export function moveInGrid(
  lengths: readonly number[],
  leftAt: readonly (number | undefined)[],
  from: GridPlace,
  move: GridMove,
): GridPlace {
  if (move === "left" || move === "right") {
    const last = (lengths[from.row] || 1) - 1;
    const column = from.column + (move === "left" ? -1 : 1);
    return { row: from.row, column: Math.max(0, Math.min(last, column)) };
  }
  const row = from.row + (move === "up" ? -1 : 1);
  const length = lengths[row];
  if (length === undefined) return from;
  return { row, column: Math.min(leftAt[row] || 0, length - 1) };
}
