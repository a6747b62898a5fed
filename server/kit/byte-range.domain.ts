/** Bytes to send, both ends included. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * Reads a Range header (RFC 9110, 14.2).
 *
 * @param header value of Range, or undefined.
 * @param size bytes of the whole object.
 * @returns "whole" when there is nothing to cut: no header, another unit, several ranges, nonsense;
 *   "unsatisfiable" when the range lies behind the end.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | "unsatisfiable" {
  const [, from, to] = /^\s*bytes=(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return "whole";
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return "whole";
  return first >= size ? "unsatisfiable" : { first, last };
}
