import { rangeError } from "#server/backend/rest/protocol/errors.ts";

/** The requested rows; `limit` null means the maximum of R-33. */
export type RowWindow = { readonly offset: number; readonly limit: number | null };

/**
 * Restricts the window of `limit` and `offset` to a `Range: 0-14` header.
 *
 * @throws RestError PGRST103 when the header's end precedes its start.
 */
export function applyRangeHeader(window: RowWindow, header: string | undefined): RowWindow {
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? "");
  if (match === null) return window;
  const from = Number(match[1]);
  const to = match[2] === undefined ? null : Number(match[2]);
  if (to !== null && to < from) {
    throw rangeError(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  const offset = Math.max(window.offset, from);
  const ends = [
    ...(to === null ? [] : [to + 1]),
    ...(window.limit === null ? [] : [window.offset + window.limit]),
  ];
  return { offset, limit: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - offset) };
}

/** Formats `Content-Range` of a page: `0-14/100`, `0-14/*`, and `*` for an empty window. */
export function contentRange(offset: number, rowCount: number, total: number | null): string {
  const window = rowCount === 0 ? "*" : `${offset}-${offset + rowCount - 1}`;
  return `${window}/${total ?? "*"}`;
}

/**
 * Returns 206 for a page that is known to be partial, otherwise 200.
 *
 * @throws RestError PGRST103 when the page starts after the last row.
 */
export function pageStatus(offset: number, rowCount: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) {
    throw rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  return rowCount < total ? 206 : 200;
}
