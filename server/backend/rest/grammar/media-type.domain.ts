/** The shape of an answer's body. */
export type MediaType = {
  readonly shape: "array" | "object" | "csv";
  readonly isNullStripped: boolean;
  readonly contentType: string;
};

const json = mediaType("array", false, "application/json");
const byName = new Map<string, MediaType>([
  ["*/*", json],
  ["application/*", json],
  ["application/json", json],
  ["application/vnd.pgrst.array", mediaType("array", false, "application/vnd.pgrst.array+json")],
  ["application/vnd.pgrst.object", mediaType("object", false, "application/vnd.pgrst.object+json")],
  ["text/csv", mediaType("csv", false, "text/csv")],
]);

const strippedByName = new Map<string, MediaType>([
  [
    "application/vnd.pgrst.array",
    mediaType("array", true, "application/vnd.pgrst.array+json;nulls=stripped"),
  ],
  [
    "application/vnd.pgrst.object",
    mediaType("object", true, "application/vnd.pgrst.object+json;nulls=stripped"),
  ],
]);

function mediaType(shape: MediaType["shape"], isNullStripped: boolean, name: string): MediaType {
  return { shape, isNullStripped, contentType: `${name}; charset=utf-8` };
}

/**
 * Chooses the answer's type from `Accept`: the best weight first, then the order in the header.
 *
 * @returns null when nothing that is accepted can be produced (PGRST107).
 */
export function negotiateMediaType(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept.trim() === "") return json;
  const ranges = accept
    .split(",")
    .map((range) => parseRange(range))
    .filter((range) => range.weight > 0);
  const best = ranges.toSorted((left, right) => right.weight - left.weight);
  for (const { name, isNullStripped } of best) {
    const found = (isNullStripped ? strippedByName : byName).get(name);
    if (found !== undefined) return found;
  }
  return null;
}

function parseRange(range: string): { name: string; isNullStripped: boolean; weight: number } {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((part) => part.startsWith("q="))?.slice(2);
  const isVendor = type.startsWith("application/vnd.pgrst.");
  return {
    name: isVendor ? type.replace(/\+json$/, "") : type,
    isNullStripped: isVendor && parameters.includes("nulls=stripped"),
    weight: weight === undefined ? 1 : Number(weight) || 0,
  };
}
