import type { Catalog } from "./catalog.ts";
import {
  routineAmbiguousError,
  routineMissingError,
} from "#server/backend/rest/protocol/schema-errors.ts";
import type {
  Column,
  PgType,
  Routine,
  RoutineArgument,
  RoutineResult,
  RowSource,
  Schema,
} from "./schema.domain.ts";

type RoutineRow = Catalog["routines"][number];

/** Functions of the schema by name; overloads share one entry. */
export function buildRoutines(
  rows: Catalog["routines"],
  types: ReadonlyMap<string, PgType>,
  rowSources: ReadonlyMap<string, RowSource>,
): Map<string, Routine[]> {
  const byName = new Map<string, Routine[]>();
  for (const row of rows) {
    const args = buildArguments(row, types);
    if (args === null) continue;
    const routine: Routine = {
      name: row.name,
      sql: row.sql,
      args,
      result: buildResult(row, types, rowSources),
      isVolatile: row.isVolatile,
    };
    const overloads = byName.get(row.name);
    if (overloads === undefined) byName.set(row.name, [routine]);
    else overloads.push(routine);
  }
  return byName;
}

function buildArguments(
  row: RoutineRow,
  types: ReadonlyMap<string, PgType>,
): RoutineArgument[] | null {
  const inputs = row.args.filter(({ mode }) => mode === "i" || mode === "b" || mode === "v");
  const args = inputs.flatMap((input, index): RoutineArgument[] => {
    const type = types.get(input.type);
    if (type === undefined) return [];
    return [
      {
        name: input.name,
        sql: input.sql,
        type,
        isRequired: index < inputs.length - row.defaultCount,
        isVariadic: input.mode === "v",
      },
    ];
  });
  return args.length === inputs.length ? args : null;
}

function buildResult(
  row: RoutineRow,
  types: ReadonlyMap<string, PgType>,
  rowSources: ReadonlyMap<string, RowSource>,
): RoutineResult {
  if (row.isVoid) return { kind: "void" };
  const declared = rowSources.get(row.returnType);
  if (declared !== undefined) return { kind: "rows", isSet: row.isSet, source: declared };
  const outputs = row.args.filter(({ mode }) => mode === "t" || mode === "o" || mode === "b");
  const isRow = outputs.length > 1 || row.args.some(({ mode }) => mode === "t");
  if (!isRow) return { kind: "scalar", isSet: row.isSet };
  const columns = new Map<string, Column>();
  for (const output of outputs) {
    const type = types.get(output.type);
    if (type === undefined || output.sql === null) continue;
    const { name, sql } = output;
    columns.set(name, { name, sql, type, defaultSql: null });
  }
  return { kind: "rows", isSet: row.isSet, source: { name: row.name, columns, tableName: null } };
}

/** How a call brings its arguments. */
export type CallShape = {
  readonly names: readonly string[];
  /** Type of a POST's body; null for GET. */
  readonly body: "json" | "text" | "bytes" | null;
};

/**
 * Picks the overload whose arguments are named by the call; a function with one unnamed argument
 * of the body's type takes the whole body instead.
 *
 * @throws RestError PGRST202 for none, PGRST203 for several.
 */
export function findRoutine(schema: Schema, name: string, call: CallShape): Routine {
  const overloads = schema.routines.get(name) ?? [];
  const named = overloads.filter((routine) => takesNames(routine, call));
  const candidates =
    named.length > 0 ? named : overloads.filter((routine) => takesBody(routine, call));
  const [only, ...others] = candidates;
  if (only === undefined) throw routineMissingError(name, call.names, call.body === "json");
  if (others.length > 0) throw routineAmbiguousError(candidates.map((found) => signature(found)));
  return only;
}

/** Whether the function takes the body of a call as its one unnamed argument. */
export function takesBody(routine: Routine, call: CallShape): boolean {
  const [only, ...others] = routine.args;
  if (only === undefined || others.length > 0 || only.name !== "") return false;
  switch (call.body) {
    case "json":
      return only.type.family === "json" || only.type.family === "jsonb";
    case "text":
      return only.type.name === "text";
    case "bytes":
      return only.type.name === "bytea";
    case null:
      return false;
  }
}

function takesNames(routine: Routine, call: CallShape): boolean {
  if (call.body === "text" || call.body === "bytes") return false;
  const given = new Set(call.names);
  if (routine.args.some((argument) => argument.name === "")) return false;
  const required = routine.args.filter((argument) => argument.isRequired);
  return (
    required.every((argument) => given.has(argument.name)) &&
    [...given].every((name) => routine.args.some((argument) => argument.name === name))
  );
}

function signature(routine: Routine): string {
  const args = routine.args.map((argument) => `${argument.name} => ${argument.type.name}`);
  return `public.${routine.name}(${args.join(", ")})`;
}
