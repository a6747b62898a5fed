import { RestError } from "./errors.ts";

/** Refusals that come from comparing a request with the schema; a fresh schema may lift them. */

/**
 * PGRST205. No "perhaps you meant" hint, here and below: it would name tables that the caller was
 * not told about.
 */
export function tableMissingError(table: string): RestError {
  return new RestError(
    404,
    "PGRST205",
    `Could not find the table 'public.${table}' in the schema cache`,
  );
}

/** 42703 in PostgreSQL's words: a column named in select, filter or order. */
export function columnMissingError(table: string, column: string): RestError {
  return new RestError(400, "42703", `column ${table}.${column} does not exist`);
}

/** PGRST204: a column named in a body or in `columns`. */
export function payloadColumnError(table: string, column: string): RestError {
  return new RestError(
    400,
    "PGRST204",
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  );
}

/** 42704: a cast to a type that does not exist or that this API does not cast to. */
export function castTypeError(type: string): RestError {
  return new RestError(400, "42704", `type "${type}" does not exist`);
}

/** PGRST200 */
export function relationshipMissingError(
  origin: string,
  target: string,
  hint: string | null,
): RestError {
  const using = hint === null ? "" : ` using the hint '${hint}'`;
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin}' and '${target}'${using}` +
        " in the schema 'public', but no matches were found.",
    },
  );
}

/** How one of several relationships is described to a client that has to choose. */
export type RelationshipSummary = {
  readonly cardinality: string;
  readonly embedding: string;
  readonly relationship: string;
};

/** PGRST201 */
export function relationshipAmbiguousError(
  origin: string,
  target: string,
  candidates: readonly { summary: RelationshipSummary; hint: string }[],
): RestError {
  const hints = candidates.map((candidate) => `'${candidate.hint}'`).join(", ");
  return new RestError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: candidates.map((candidate) => candidate.summary),
      hint:
        `Try changing '${target}' to one of the following: ${hints}.` +
        " Find the desired relationship in the 'details' key.",
    },
  );
}

/** PGRST202 */
export function routineMissingError(
  name: string,
  args: readonly string[],
  isJsonCall: boolean,
): RestError {
  const list = args.join(", ");
  const called = args.length === 0 ? " without parameters" : `(${list})`;
  const named =
    args.length === 0
      ? " without parameters"
      : ` with parameter${args.length > 1 ? "s" : ""} ${list}`;
  const searched = isJsonCall ? `${named} or with a single unnamed json/jsonb parameter` : named;
  return new RestError(
    404,
    "PGRST202",
    `Could not find the function public.${name}${called} in the schema cache`,
    {
      details: `Searched for the function public.${name}${searched}, but no matches were found in the schema cache.`,
    },
  );
}

/** PGRST203 */
export function routineAmbiguousError(signatures: readonly string[]): RestError {
  return new RestError(
    300,
    "PGRST203",
    `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    {
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    },
  );
}
