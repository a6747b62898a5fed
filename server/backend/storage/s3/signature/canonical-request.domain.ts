/** A request as its signature sees it. */
export type CanonicalInput = {
  readonly method: string;
  /** Path as it was sent, still encoded. */
  readonly pathname: string;
  /** Query as it was sent, with or without "?". */
  readonly search: string;
  readonly header: (name: string) => string | undefined;
  readonly signedHeaders: readonly string[];
  readonly payload: string;
};

/**
 * The canonical forms of a request (Signature Version 4), one of which its sender signed: with the path
 * encoded by the rules, and with the path as it was sent, since not every tool encodes it alike.
 */
export function canonicalRequests(input: CanonicalInput): readonly string[] {
  const paths = new Set([encodePath(input.pathname), input.pathname]);
  const headers = input.signedHeaders.map(
    (name) => `${name}:${(input.header(name) ?? "").trim().replace(/ +/g, " ")}\n`,
  );
  const rest = [
    canonicalQuery(input.search),
    headers.join(""),
    input.signedHeaders.join(";"),
    input.payload,
  ];
  return [...paths].map((path) => [input.method, path, ...rest].join("\n"));
}

/** Everything but the signature itself, encoded anew and in order. */
function canonicalQuery(search: string): string {
  return search
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "")
    .map(canonicalPair)
    .filter(([name]) => name !== "X-Amz-Signature")
    .toSorted(
      ([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function canonicalPair(pair: string): readonly [name: string, value: string] {
  const at = pair.indexOf("=");
  const name = at === -1 ? pair : pair.slice(0, at);
  const value = at === -1 ? "" : pair.slice(at + 1);
  return [encode(decode(name)), encode(decode(value))];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function encodePath(pathname: string): string {
  return pathname
    .split("/")
    .map((segment) => encode(decode(segment)))
    .join("/");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** RFC 3986: stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
