import type { DocumentKind } from "#shared/studio/documents.ts";
import type { DocumentChange } from "./merge.domain.ts";

type Listed = { id: string; version: number };

/**
 * Returns the changes that move a document up by one in its list: the new position of each item
 * whose position changes. That is all others where positions are equal.
 */
export function moveUpChanges<Item extends Listed>(
  kind: DocumentKind,
  list: readonly Item[],
  id: string,
  positionOf: (item: Item) => number | undefined,
): DocumentChange[] {
  const at = list.findIndex((item) => item.id === id);
  if (at < 1) return [];
  return list
    .toSpliced(at, 1)
    .toSpliced(at - 1, 0, ...list.slice(at, at + 1))
    .flatMap((item, position) =>
      positionOf(item) === position
        ? []
        : [{ kind, id: item.id, changes: { position }, baseVersion: item.version }],
    );
}
