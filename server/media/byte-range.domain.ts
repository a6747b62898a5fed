/** Bytes that a request asks for, both ends included. */
export type ByteRange = { first: number; last: number };

/**
 * Reads a Range header (RFC 9110, 14.2).
 *
 * @param header value of Range, or undefined.
 * @param size bytes of the whole file.
 * @returns "whole" when there is nothing to cut: no header, another unit, several ranges or
 *   nonsense, all of which a server may answer with the whole; "unsatisfiable" for 416.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | "unsatisfiable" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match) return "whole";
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const suffixBytes = Math.min(Number(to), size);
    return suffixBytes === 0 ? "unsatisfiable" : { first: size - suffixBytes, last: size - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return "whole";
  if (first >= size) return "unsatisfiable";
  return { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}
