/** Body of every error response, in PostgREST's shape. */
export type RestErrorBody = {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
};

type RestErrorOptions = {
  readonly details?: unknown;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/** An error that the client understands, with PostgREST's or PostgreSQL's code and HTTP status. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, options: RestErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "RestError";
    this.status = status;
    this.code = code;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }

  toBody(): RestErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint };
  }
}

/** PGRST100: the query string has a syntax error. */
export function queryError(message: string, details: string): RestError {
  return new RestError(400, "PGRST100", message, { details });
}

/** PGRST100 for a value beyond a limit of R-33. */
export function limitError(details: string): RestError {
  return queryError("The request exceeds a limit of this API", details);
}

export function rpcMethodError(method: string): RestError {
  return new RestError(405, "PGRST101", `Cannot use the ${method} method on RPC`);
}

/** PGRST102: the body contradicts its content type. */
export function bodyError(message: string, details?: string): RestError {
  return new RestError(400, "PGRST102", message, details === undefined ? {} : { details });
}

export function rangeError(details: string): RestError {
  return new RestError(416, "PGRST103", "Requested range not satisfiable", { details });
}

export function putFiltersError(): RestError {
  return new RestError(
    405,
    "PGRST105",
    "Filters must include all and only primary key columns with 'eq' operators",
  );
}

export function schemaError(schema: string, exposed: readonly string[]): RestError {
  return new RestError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(", ")}`,
  });
}

export function mediaTypeError(accepted: string): RestError {
  return new RestError(406, "PGRST107", `None of these media types are available: ${accepted}`);
}

export function notEmbeddedError(name: string): RestError {
  return new RestError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

export function headersSettingError(): RestError {
  return new RestError(
    500,
    "PGRST111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );
}

export function statusSettingError(): RestError {
  return new RestError(500, "PGRST112", "response.status guc must be a valid status code");
}

export function putLimitError(): RestError {
  return new RestError(
    400,
    "PGRST114",
    "limit/offset querystring parameters are not allowed for PUT",
  );
}

export function putKeyError(): RestError {
  return new RestError(400, "PGRST115", "Payload values do not match URL in primary key column(s)");
}

export function singularityError(rowCount: number): RestError {
  return new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rowCount} rows`,
  });
}

export function methodError(method: string): RestError {
  return new RestError(405, "PGRST117", `Unsupported HTTP method: ${method}`);
}

export function relatedOrderError(origin: string, target: string): RestError {
  return new RestError(400, "PGRST118", `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
}

export function embedFilterError(name: string): RestError {
  return new RestError(400, "PGRST120", `Bad operator on the '${name}' embedded resource`, {
    details: "Only is null or not is null filters are allowed on embedded resources",
  });
}

export function preferencesError(invalid: readonly string[]): RestError {
  return new RestError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${invalid.join(", ")}`,
  });
}

export function aggregatesError(): RestError {
  return new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");
}

export function maxAffectedError(rowCount: number): RestError {
  return new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rowCount} rows`,
  });
}

export function pathError(): RestError {
  return new RestError(404, "PGRST125", "Invalid path specified in request URL");
}

/** PGRST126: the description is disabled for this caller. */
export function rootError(): RestError {
  return new RestError(404, "PGRST126", "Root endpoint metadata is disabled");
}

export function maxAffectedRpcError(): RestError {
  return new RestError(
    400,
    "PGRST128",
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  );
}

/** 21000, the error of pg-safeupdate on Supabase: a PATCH or DELETE of every row. */
export function missingFilterError(verb: "UPDATE" | "DELETE"): RestError {
  return new RestError(400, "21000", `${verb} requires a WHERE clause`);
}
