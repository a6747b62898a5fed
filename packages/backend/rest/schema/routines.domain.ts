import type { Catalog } from "./catalog.ts";
import { routineHint } from "./hints.domain.ts";
import {
  routineAmbiguousError,
  routineMissingError,
} from "#backend/rest/protocol/schema-errors.ts";
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

/** Returns the functions by name; overloads share one entry. */
export function buildRoutines(
  rows: Catalog["routines"],
  types: ReadonlyMap<string, PgType>,
  rowSources: ReadonlyMap<string, RowSource>,
): Map<string, Routine[]> {
  const byName = new Map<string, Routine[]>();
  for (const row of rows) {
    const args = buildArguments(row, types);
    if (args === null || !isCallable(args)) continue;
    const { name, sql, isVolatile, description, roles } = row;
    const result = buildResult(row, types, rowSources);
    const routine: Routine = { name, sql, args, result, isVolatile, description, roles };
    const overloads = [...(byName.get(name) ?? []), routine];
    byName.set(name, overloads.toSorted(compareRoutines));
  }
  return byName;
}

/** Types of a body that may be the single unnamed argument. */
const bodyTypes = new Set(["bytea", "json", "jsonb", "text", "xml"]);

/** An unnamed argument is callable only alone, because the body provides it. */
function isCallable(args: readonly RoutineArgument[]): boolean {
  const [unnamed, ...others] = args.filter(({ name }) => name === "");
  return unnamed === undefined || (others.length === 0 && bodyTypes.has(unnamed.type.name));
}

/** Order of an ambiguity error: by count of arguments, then by name and type. */
function compareRoutines(one: Routine, other: Routine): number {
  if (one.args.length !== other.args.length) return one.args.length - other.args.length;
  const [first, second] = [one, other].map(({ args }) =>
    args.map(({ name, type }) => `${name} ${type.name}`).join(),
  );
  return (first ?? "") < (second ?? "") ? -1 : 1;
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
    columns.set(name, {
      name,
      sql,
      type,
      defaultSql: null,
      isNullable: true,
      description: null,
      functionSql: null,
    });
  }
  const source = {
    name: row.name,
    columns,
    tableName: null,
    computed: new Map<string, Column>(),
    rowTypeSql: null,
  };
  return { kind: "rows", isSet: row.isSet, source };
}

/** The arguments of a call. */
export type CallShape = {
  readonly names: readonly string[];
  /** Type of a POST's body; null for GET. */
  readonly body: "json" | "text" | "xml" | "bytes" | null;
};

const bodyNames = { json: "json/jsonb", text: "text", xml: "xml", bytes: "bytea" } as const;

/**
 * Selects the overload by the call's argument names. A function with one unnamed argument of the
 * body's type receives the whole body instead.
 *
 * @throws RestError PGRST202 for none, PGRST203 for several.
 */
export function findRoutine(schema: Schema, name: string, call: CallShape): Routine {
  const overloads = schema.routines.get(name) ?? [];
  const named = overloads.filter((routine) => takesNames(routine, call));
  const candidates =
    named.length > 0 ? named : overloads.filter((routine) => takesBody(routine, call));
  const [only, ...others] = candidates;
  if (only === undefined) {
    const unnamed = call.body === null ? null : bodyNames[call.body];
    const query = { schema: schema.name, name, args: call.names, unnamed };
    throw routineMissingError(query, routineHint(schema, name, call.names));
  }
  if (others.length > 0) {
    throw routineAmbiguousError(candidates.map((found) => signature(schema, found)));
  }
  return only;
}

/** Returns true when the function receives the body as its single unnamed argument. */
function takesBody(routine: Routine, call: CallShape): boolean {
  const [only, ...others] = routine.args;
  if (only === undefined || others.length > 0 || only.name !== "") return false;
  switch (call.body) {
    case "json":
      return only.type.family === "json" || only.type.family === "jsonb";
    case "text":
    case "xml":
      return only.type.name === call.body;
    case "bytes":
      return only.type.name === "bytea";
    case null:
      return false;
  }
}

function takesNames(routine: Routine, call: CallShape): boolean {
  if (routine.args.length === 0 && call.body !== null && call.body !== "json") return false;
  const given = new Set(call.names);
  const required = routine.args.filter((argument) => argument.isRequired);
  return (
    required.every((argument) => given.has(argument.name)) &&
    [...given].every((name) => routine.args.some((argument) => argument.name === name))
  );
}

function signature(schema: Schema, routine: Routine): string {
  const args = routine.args.map((argument) => `${argument.name} => ${argument.type.name}`);
  return `${schema.name}.${routine.name}(${args.join(", ")})`;
}

/** Returns the row type of a function's single argument; null for other functions. */
export function rowTypeOfArgument({ args }: Catalog["routines"][number]): string | null {
  const inputs = args.filter(({ mode }) => mode === "i" || mode === "b" || mode === "v");
  const [only] = inputs;
  return only === undefined || inputs.length > 1 || only.mode === "v" ? null : only.type;
}

/**
 * Returns computed columns by oid of the row's type, then by name: functions of a row with one
 * value.
 */
export function buildComputed(
  catalog: Catalog,
  types: ReadonlyMap<string, PgType>,
): Map<string, Map<string, Column>> {
  const rowTypes = new Set(catalog.tables.map((row) => row.rowType));
  const byRowType = new Map<string, Map<string, Column>>();
  for (const row of catalog.routines) {
    const rowType = rowTypeOfArgument(row);
    const type = types.get(row.returnType);
    if (rowType === null || !rowTypes.has(rowType) || type === undefined) continue;
    if (row.isSet || row.isVoid) continue;
    const columns = byRowType.get(rowType) ?? new Map<string, Column>();
    columns.set(row.name, {
      name: row.name,
      sql: row.sql,
      type,
      defaultSql: null,
      isNullable: true,
      description: row.description,
      functionSql: row.sql,
    });
    byRowType.set(rowType, columns);
  }
  return byRowType;
}
