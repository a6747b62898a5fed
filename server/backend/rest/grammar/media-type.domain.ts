import { readWishes, type Wish } from "#server/kit/content-negotiation.ts";

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
  for (const wish of readWishes(accept)) {
    const found = mediaTypeOf(wish);
    if (found !== undefined) return found;
  }
  return null;
}

function mediaTypeOf({ name, parameters }: Wish): MediaType | undefined {
  if (!name.startsWith("application/vnd.pgrst.")) return byName.get(name);
  const table = parameters.includes("nulls=stripped") ? strippedByName : byName;
  return table.get(name.replace(/\+json$/, ""));
}
