import { parseAcceptHeader, type Wish } from "#server/kit/http/content-negotiation.ts";

/** The shape of an answer's body. */
export type MediaType = {
  readonly shape: "array" | "object" | "csv";
  readonly isNullStripped: boolean;
  readonly contentType: string;
  /** The client asks how the answer would be found instead of for the answer. */
  readonly plan: PlanWish | null;
};

/** What a plan tells, in EXPLAIN's words. */
export type PlanWish = {
  readonly format: "text" | "json";
  readonly options: readonly PlanOption[];
};

const planOptions = ["analyze", "verbose", "settings", "buffers", "wal"] as const;
export type PlanOption = (typeof planOptions)[number];

const CHARSET = "; charset=utf-8";

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
  return { shape, isNullStripped, contentType: `${name}${CHARSET}`, plan: null };
}

/**
 * Chooses the answer's type from `Accept`: the best weight first, then the order in the header.
 *
 * @param offersPlans whether plans may be asked for.
 * @returns null when nothing that is accepted can be produced (PGRST107).
 */
export function negotiateMediaType(
  accept: string | undefined,
  offersPlans: boolean,
): MediaType | null {
  if (accept === undefined || accept.trim() === "") return json;
  for (const wish of parseAcceptHeader(accept)) {
    const found = planOf(wish, offersPlans) ?? mediaTypeOf(wish);
    if (found !== undefined) return found;
  }
  return null;
}

function mediaTypeOf({ name, parameters }: Wish): MediaType | undefined {
  if (!name.startsWith("application/vnd.pgrst.")) return byName.get(name);
  const table = parameters.includes("nulls=stripped") ? strippedByName : byName;
  return table.get(name.replace(/\+json$/, ""));
}

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose` */
function planOf({ name, parameters }: Wish, offersPlans: boolean): MediaType | undefined {
  const match = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/.exec(name);
  if (match === null || !offersPlans) return undefined;
  const wanted = valueOf(parameters, "for")?.replaceAll('"', "") ?? "application/json";
  const planned = mediaTypeOf({ name: wanted, parameters: [] });
  if (planned === undefined) return undefined;
  const format = match[1] === "json" ? "json" : "text";
  const words = valueOf(parameters, "options")?.split("|") ?? [];
  const options = planOptions.filter((option) => words.includes(option));
  const planning = planned.contentType.slice(0, -CHARSET.length);
  const told = options.length === 0 ? "" : `; options=${options.join("|")}`;
  const contentType = `application/vnd.pgrst.plan+${format}; for="${planning}"${told}${CHARSET}`;
  return { ...planned, contentType, plan: { format, options } };
}

function valueOf(parameters: readonly string[], name: string): string | undefined {
  return parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}
