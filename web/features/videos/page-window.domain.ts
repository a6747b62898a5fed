/** A page of a list, 1-based. */
export type Page<Item> = { items: Item[]; page: number; pageCount: number };

/**
 * Returns one page of a list. A page number outside the list is clamped, so that an old link never
 * shows an empty grid. @param pageSize items a page; null puts everything on one page (`showAll`).
 */
export function pageOf<Item>(
  items: readonly Item[],
  page: number,
  pageSize: number | null,
): Page<Item> {
  if (pageSize === null) return { items: [...items], page: 1, pageCount: 1 };
  const pageCount = Math.max(1, Math.ceil(items.length / pageSize));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pageCount);
  return {
    items: items.slice((current - 1) * pageSize, current * pageSize),
    page: current,
    pageCount,
  };
}

/**
 * Returns the page numbers to show: a window of at most `size` with `page` in its middle (S9.3:
 * window 5).
 */
export function pageNumbers(page: number, pageCount: number, size: number): number[] {
  const length = Math.min(size, pageCount);
  const first = Math.min(Math.max(1, page - Math.floor(size / 2)), pageCount - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}

/** Returns the search part of a page's URL, with the other parameters. */
export function searchOfPage(current: URLSearchParams, page: number): string {
  const next = new URLSearchParams(current);
  if (page === 1) next.delete("page");
  else next.set("page", String(page));
  return `?${next.toString()}`;
}
