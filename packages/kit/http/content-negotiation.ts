import { memoize } from "#kit/memoize.ts";

/** One preference of an Accept header, in lower case: "fr-ca;q=0.8" or "application/json;nulls=stripped". */
export type AcceptEntry = { readonly name: string; readonly parameters: readonly string[] };

/**
 * Parses a header of the Accept family (RFC 9110, 12.4.2), sorted by weight, then by position. Leaves out
 * entries whose weight is zero or not a number.
 */
export function parseAcceptHeader(header: string): readonly AcceptEntry[] {
  return header
    .toLowerCase()
    .split(",")
    .map((range) => {
      const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
      const weight = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
      return { name, parameters, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}

/** Encodings in which texts are sent, as Content-Encoding names them. */
export type Encoding = "br" | "gzip" | "identity";

/** Browsers of one make all send the same header. */
const REMEMBERED_HEADERS = 100;

/** Returns the smallest encoding that an Accept-Encoding header allows. */
export const preferredEncoding = memoize(readPreferredEncoding, REMEMBERED_HEADERS);

function readPreferredEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = parseAcceptHeader(acceptEncoding ?? "").map(({ name }) => name);
  if (accepted.includes("br")) return "br";
  if (accepted.includes("gzip")) return "gzip";
  return "identity";
}
