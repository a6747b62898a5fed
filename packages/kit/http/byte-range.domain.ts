/** Bytes to send, both ends included. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * "whole" when there is no range, or one that a server may ignore: another unit, several ranges, bad syntax.
 * "unsatisfiable", for 416, when the range begins after the end.
 */
export type RequestedRange = ByteRange | "whole" | "unsatisfiable";

type RangeRequest = {
  /** Reads a request header by its name. */
  header: (name: string) => string | undefined;
  /** The current tag with its quotes. */
  etag: string;
  /** Bytes of the whole object. */
  size: number;
};

/** Reads the range of a request. A client with another version gets the whole object (RFC 9110, 13.1.5). */
export function requestedRange({ header, etag, size }: RangeRequest): RequestedRange {
  const ifRange = header("if-range");
  if (ifRange !== undefined && ifRange !== etag) return "whole";
  return readByteRange(header("range"), size);
}

/**
 * Parses a Range header (RFC 9110, 14.2).
 *
 * @param header value of Range, or undefined.
 * @param size bytes of the whole object.
 */
export function readByteRange(header: string | undefined, size: number): RequestedRange {
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

/** Headers that state the sent range and the size of the object. */
export function rangeHeaders(range: ByteRange | "whole", size: number): Record<string, string> {
  if (range === "whole") return { "Content-Length": String(size) };
  const { first, last } = range;
  return {
    "Content-Length": String(last - first + 1),
    "Content-Range": `bytes ${first}-${last}/${size}`,
  };
}
