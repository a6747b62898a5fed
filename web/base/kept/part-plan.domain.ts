import { type KeptItem, PART_BYTES } from "#shared/media/kept-media.ts";

/** Bytes of a part in its file, both ends included. */
type PartRange = { first: number; last: number };

/** Returns the range of a part; null after the last one. */
export function partRange(index: number, bytes: number): PartRange | null {
  const first = index * PART_BYTES;
  return first >= bytes ? null : { first, last: Math.min(first + PART_BYTES, bytes) - 1 };
}

/** Returns the bytes of the first parts of a file. */
export function storedBytes(parts: number, bytes: number): number {
  return Math.min(parts * PART_BYTES, bytes);
}

/** Headers that ask for a part, of the same file as the parts before it. */
export function partHeaders({ first, last }: PartRange, etag: string | null): HeadersInit {
  // A weak tag says nothing about bytes (RFC 9110, 13.1.5).
  const isStrong = etag?.startsWith('"') === true;
  return { range: `bytes=${first}-${last}`, ...(isStrong && { "if-range": etag }) };
}

/**
 * "part": the body is the requested part; "changed": the file is another one now, so the download
 * starts again; "gone": it is no longer offered; "later": the server cannot answer now.
 */
export type PartAnswer =
  | { kind: "part"; etag: string | null }
  | { kind: "changed"; bytes: number | null }
  | { kind: "gone" }
  | { kind: "later" };

/** Not allowed, not found, removed for ever. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

/** Interprets the response to a request for a part. */
export function readPartAnswer(
  { status, headers }: Pick<Response, "status" | "headers">,
  { first, last }: PartRange,
  { bytes, etag }: Pick<KeptItem, "bytes" | "etag">,
): PartAnswer {
  if (GONE.has(status)) return { kind: "gone" };
  if (status === 416) return { kind: "changed", bytes: totalOf(headers) };
  if (status === 200) {
    // With a tag, the whole file means another one; without, a proxy that knows no ranges.
    return etag === null ? { kind: "later" } : { kind: "changed", bytes: lengthOf(headers) };
  }
  if (status !== 206) return { kind: "later" };
  const answered = headers.get("etag");
  const total = totalOf(headers);
  if (total !== bytes || (etag !== null && answered !== etag)) {
    return total === null ? { kind: "later" } : { kind: "changed", bytes: total };
  }
  const range = /^bytes (\d+)-(\d+)\//.exec(headers.get("content-range") ?? "");
  const isAsked = Number(range?.[1]) === first && Number(range?.[2]) === last;
  return isAsked ? { kind: "part", etag: answered } : { kind: "later" };
}

function totalOf(headers: Headers): number | null {
  return positive(/\/(\d{1,15})$/.exec(headers.get("content-range") ?? "")?.[1]);
}

function lengthOf(headers: Headers): number | null {
  return positive(headers.get("content-length"));
}

function positive(text: string | null | undefined): number | null {
  const value = Number(text ?? 0);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
