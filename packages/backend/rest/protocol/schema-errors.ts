import { RestError } from "./errors.ts";

/** Errors of resolving names in the schema; a newer schema may resolve them. */

/** PGRST205 */
export function tableMissingError(schema: string, table: string, hint: string | null): RestError {
  return new RestError(
    404,
    "PGRST205",
    `Could not find the table '${schema}.${table}' in the schema cache`,
    { hint },
  );
}

/** 42703 in PostgreSQL's words: a column in select, filter or order. */
export function columnMissingError(table: string, column: string): RestError {
  return new RestError(400, "42703", `column ${table}.${column} does not exist`);
}

/** PGRST204: a column in a body or in `columns`. */
export function payloadColumnError(table: string, column: string): RestError {
  return new RestError(
    400,
    "PGRST204",
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  );
}

/** 42704: a cast to a type that does not exist or is not allowed. */
export function castTypeError(type: string): RestError {
  return new RestError(400, "42704", `type "${type}" does not exist`);
}

/** An embed that was not found or is ambiguous. */
export type RelationshipQuery = {
  readonly schema: string;
  readonly origin: string;
  readonly target: string;
  readonly hint: string | null;
};

/**
 * PGRST200
 *
 * @param perhaps a suggestion.
 */
export function relationshipMissingError(
  { schema, origin, target, hint }: RelationshipQuery,
  perhaps: string | null,
): RestError {
  const using = hint === null ? "" : ` using the hint '${hint}'`;
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin}' and '${target}'${using}` +
        ` in the schema '${schema}', but no matches were found.`,
      hint: perhaps,
    },
  );
}

/** One of several relationships, for a client that must choose. */
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

/** A function that was not found. */
export type RoutineQuery = {
  readonly schema: string;
  readonly name: string;
  readonly args: readonly string[];
  /** Type of the single unnamed argument for this body; null for named arguments only. */
  readonly unnamed: "json/jsonb" | "text" | "xml" | "bytea" | null;
};

/**
 * PGRST202
 *
 * @param perhaps a suggestion.
 */
export function routineMissingError(query: RoutineQuery, perhaps: string | null): RestError {
  const { schema, name, unnamed } = query;
  const args = query.args.toSorted();
  const list = args.join(", ");
  const called = args.length === 0 ? " without parameters" : `(${list})`;
  const named =
    args.length === 0
      ? " without parameters"
      : ` with parameter${args.length > 1 ? "s" : ""} ${list}`;
  const single = ` with a single unnamed ${unnamed} parameter`;
  const isBodyAlone = unnamed !== null && unnamed !== "json/jsonb";
  const searched = unnamed === null ? named : isBodyAlone ? single : `${named} or${single}`;
  return new RestError(
    404,
    "PGRST202",
    `Could not find the function ${schema}.${name}${isBodyAlone ? "" : called} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name}${searched}, but no matches were found in the schema cache.`,
      hint: isBodyAlone ? null : perhaps,
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
