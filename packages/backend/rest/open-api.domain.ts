import type {
  Column,
  PgType,
  Routine,
  RoutineArgument,
  Schema,
  Table,
} from "#backend/rest/schema/schema.domain.ts";

/** Description of one schema in OpenAPI 2.0, with PostgREST's names. */
export type OpenApi = Readonly<Record<string, unknown>>;

type Json = Readonly<Record<string, unknown>>;

/** PostgREST version for tools that read descriptions. */
const VERSION = "14.0";
const CONTENT_TYPES = [
  "application/json",
  "application/vnd.pgrst.object+json;nulls=stripped",
  "application/vnd.pgrst.object+json",
  "text/csv",
];
const rowParameters = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"];

/**
 * Returns the description of everything that a role may use.
 *
 * @param rootUrl of the service.
 */
export function describeSchema(schema: Schema, rootUrl: URL): OpenApi {
  const isVisible = ({ roles }: { readonly roles: readonly string[] }): boolean =>
    roles.includes(schema.role);
  const tables = [...schema.tables.values()].filter(isVisible);
  const routines = [...schema.routines.values()].flatMap((overloads) => {
    const first = overloads.find(isVisible);
    return first === undefined ? [] : [first];
  });
  return {
    swagger: "2.0",
    info: {
      description: schema.description ?? "",
      title: `standard ${schema.name} schema`,
      version: VERSION,
    },
    host: rootUrl.host,
    basePath: rootUrl.pathname,
    schemes: [rootUrl.protocol.replace(":", "")],
    consumes: CONTENT_TYPES,
    produces: CONTENT_TYPES,
    paths: {
      "/": { get: rootOperation },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tableOperations(table)])),
      ...Object.fromEntries(
        routines.map((routine) => [`/rpc/${routine.name}`, routineOperations(routine)]),
      ),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, definition(table)])),
    parameters: {
      ...commonParameters,
      ...Object.assign({}, ...tables.map(tableParameters)),
    },
    externalDocs: { description: "PostgREST Documentation", url: "https://docs.postgrest.org" },
  };
}

const rootOperation = {
  tags: ["Introspection"],
  summary: "OpenAPI description (this document)",
  produces: ["application/openapi+json", "application/json"],
  responses: { 200: { description: "OK" } },
};

const header = (name: string, options: Json = {}): Json => ({
  name,
  in: "header",
  required: false,
  type: "string",
  ...options,
});
const query = (name: string, description: string): Json => ({
  name,
  description,
  in: "query",
  required: false,
  type: "string",
});

const returns = ["return=representation", "return=minimal", "return=none"];
const resolutions = ["resolution=ignore-duplicates", "resolution=merge-duplicates"];
const commonParameters = {
  preferParams: header("Prefer", { description: "Preference", enum: ["params=single-object"] }),
  preferReturn: header("Prefer", { description: "Preference", enum: returns }),
  preferCount: header("Prefer", { description: "Preference", enum: ["count=none"] }),
  preferPost: header("Prefer", { description: "Preference", enum: [...returns, ...resolutions] }),
  select: query("select", "Filtering Columns"),
  on_conflict: query("on_conflict", "On Conflict"),
  order: query("order", "Ordering"),
  range: header("Range", { description: "Limiting and Pagination" }),
  rangeUnit: header("Range-Unit", { description: "Limiting and Pagination", default: "items" }),
  offset: query("offset", "Limiting and Pagination"),
  limit: query("limit", "Limiting and Pagination"),
};

function tableOperations(table: Table): Json {
  const filters = [...table.columns.keys()].map((name) =>
    reference(`rowFilter.${table.name}.${name}`),
  );
  const body = reference(`body.${table.name}`);
  const operation = (parameters: readonly Json[], responses: Json): Json => ({
    tags: [table.name],
    ...described(table.description),
    parameters,
    responses,
  });
  const rows = { type: "array", items: { $ref: `#/definitions/${table.name}` } };
  const change = { 204: { description: "No Content" } };
  const parameter = (name: string): Json => reference(name);
  return {
    get: operation([...filters, ...rowParameters.map(parameter)], {
      200: { description: "OK", schema: rows },
      206: { description: "Partial Content" },
    }),
    ...(table.canInsert && {
      post: operation([body, parameter("select"), parameter("preferPost")], {
        201: { description: "Created" },
      }),
    }),
    ...(table.canDelete && { delete: operation([...filters, parameter("preferReturn")], change) }),
    ...(table.canUpdate && {
      patch: operation([...filters, body, parameter("preferReturn")], change),
    }),
  };
}

function reference(name: string): Json {
  return { $ref: `#/parameters/${name}` };
}

function tableParameters(table: Table): Json {
  const filters = [...table.columns.values()].map((column) => [
    `rowFilter.${table.name}.${column.name}`,
    {
      name: column.name,
      in: "query",
      required: false,
      type: "string",
      ...described(column.description),
    },
  ]);
  const schema = { $ref: `#/definitions/${table.name}` };
  return {
    [`body.${table.name}`]: {
      name: table.name,
      in: "body",
      required: false,
      schema,
      ...described(table.description),
    },
    ...Object.fromEntries(filters),
  };
}

function definition(table: Table): Json {
  const required = [...table.columns.values()]
    .filter(({ isNullable }) => !isNullable)
    .map(({ name }) => name);
  return {
    ...described(table.description),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      [...table.columns.values()].map((column) => [column.name, property(table, column)]),
    ),
    type: "object",
  };
}

function property(table: Table, column: Column): Json {
  const note = table.primaryKey.includes(column) ? "Note:\nThis is a Primary Key.<pk/>" : null;
  const text = [column.description, note].filter((part) => part !== null).join("\n\n");
  return { ...typeOf(column.type), ...described(text === "" ? null : text) };
}

function routineOperations(routine: Routine): Json {
  const args = routine.args.filter(({ name }) => name !== "");
  const operation = (parameters: readonly Json[]): Json => ({
    tags: [`(rpc) ${routine.name}`],
    ...described(routine.description),
    produces: CONTENT_TYPES,
    parameters,
    responses: { 200: { description: "OK" } },
  });
  const post = operation([
    { name: "args", in: "body", required: true, schema: argumentsSchema(args) },
    reference("preferParams"),
  ]);
  if (routine.isVolatile) return { post };
  const get = operation(
    args.map(({ name, type, isRequired }) => ({
      name,
      in: "query",
      required: isRequired,
      ...typeOf(type),
    })),
  );
  return { get, post };
}

function argumentsSchema(args: readonly RoutineArgument[]): Json {
  const required = args.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(args.map(({ name, type }) => [name, typeOf(type)])),
  };
}

function typeOf(type: PgType): Json {
  const { name, labels } = type;
  if (name.endsWith("[]")) {
    return { format: name, type: "array", items: { type: jsonType(name.slice(0, -2)) } };
  }
  const kind = jsonType(name);
  return {
    format: name,
    ...(kind !== null && { type: kind }),
    ...(labels !== null && { enum: labels }),
  };
}

/** Returns null for JSON, which may have any type. */
function jsonType(name: string): string | null {
  switch (name) {
    case "smallint":
    case "integer":
    case "bigint":
      return "integer";
    case "numeric":
    case "real":
    case "double precision":
      return "number";
    case "boolean":
      return "boolean";
    case "json":
    case "jsonb":
      return null;
    default:
      return "string";
  }
}

function described(description: string | null): Json {
  return description === null ? {} : { description };
}
