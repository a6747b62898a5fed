import { AuthError, type AuthErrorStatus } from "#server/backend/auth/protocol/auth-error.ts";
import { replyWithError } from "#server/backend/auth/protocol/error-reply.ts";

/** The parts that the gateway serves; each has clients that expect their own shape of an error. */
export type Part = "auth" | "rest" | "storage" | "functions" | "realtime";

/** Why the gateway itself answers. `message` is for developers and holds nothing of the request. */
export type GatewayError = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 414 | 415 | 429 | 500 | 503;
  readonly message: string;
  /** Code in PostgREST's family, "PGRST301"; other parts have their own words for the status. */
  readonly restCode?: string;
  readonly hint?: string;
  readonly retryAfterS?: number;
  /** True for a missing or unknown API key: upstream's outermost gate says it, the same everywhere. */
  readonly isKeyError?: boolean;
};

/** When to come back after a failure that passes. */
const RETRY_AFTER_S = 2;

const AUTH_CODES: Readonly<Record<GatewayError["status"], string>> = {
  400: "bad_json",
  401: "no_authorization",
  403: "no_authorization",
  404: "not_found",
  405: "method_not_allowed",
  413: "request_entity_too_large",
  414: "request_entity_too_large",
  415: "bad_json",
  429: "over_request_rate_limit",
  500: "unexpected_failure",
  503: "request_timeout",
};

const REST_CODES: Readonly<Record<GatewayError["status"], string>> = {
  400: "PGRST102",
  401: "PGRST301",
  403: "42501",
  404: "PGRST125",
  405: "PGRST117",
  413: "PGRST102",
  414: "PGRST100",
  415: "PGRST102",
  429: "429",
  500: "XX000",
  503: "57014",
};

const STORAGE_CODES: Readonly<
  Record<GatewayError["status"], readonly [code: string, error: string]>
> = {
  400: ["InvalidRequest", "Bad Request"],
  401: ["InvalidJWT", "Unauthorized"],
  403: ["AccessDenied", "Unauthorized"],
  404: ["NoSuchKey", "not_found"],
  405: ["MethodNotAllowed", "Method Not Allowed"],
  413: ["EntityTooLarge", "Payload too large"],
  414: ["InvalidRequest", "URI too long"],
  415: ["InvalidRequest", "Unsupported Media Type"],
  429: ["SlowDown", "Too Many Requests"],
  500: ["InternalError", "Internal"],
  503: ["DatabaseTimeout", "Service Unavailable"],
};

const FUNCTION_CODES: Readonly<Partial<Record<GatewayError["status"], string>>> = {
  404: "NOT_FOUND",
  500: "WORKER_ERROR",
};

/** The database is away or busy: nobody is signed out for that, clients try again. */
export function unavailable(): GatewayError {
  const message = "The service is not available, please try again";
  return { status: 503, message, retryAfterS: RETRY_AFTER_S };
}

/** The answer in the shape that clients of the part parse. */
export function refuse(
  part: Part,
  refusal: GatewayError,
  request: { readonly requestId: string; readonly apiVersion: string | undefined },
): Response {
  const response = shaped(part, refusal, request);
  if (refusal.retryAfterS !== undefined) {
    response.headers.set("retry-after", String(refusal.retryAfterS));
  }
  return response;
}

function shaped(
  part: Part,
  refusal: GatewayError,
  {
    requestId,
    apiVersion,
  }: { readonly requestId: string; readonly apiVersion: string | undefined },
): Response {
  const { status, message, hint } = refusal;
  if (refusal.isKeyError === true) {
    return Response.json(hint === undefined ? { message } : { message, hint }, { status });
  }
  const reference = status === 500 ? { error_id: requestId } : {};
  switch (part) {
    case "auth":
      return replyWithError(authError(refusal), apiVersion, requestId);
    case "rest": {
      const code = refusal.restCode ?? REST_CODES[status];
      const body = { code, message, details: null, hint: hint ?? null, ...reference };
      return Response.json(body, { status, headers: challenge(status, message) });
    }
    case "storage": {
      const [code, error] = STORAGE_CODES[status];
      const body = { statusCode: String(status), code, error, message, ...reference };
      return Response.json(body, { status });
    }
    case "realtime": {
      const body = { error: message, message, ...reference };
      return Response.json(body, { status });
    }
    case "functions": {
      const body = { code: FUNCTION_CODES[status] ?? status, message, ...reference };
      return Response.json(body, { status });
    }
  }
}

function authError({ status, message, retryAfterS }: GatewayError): AuthError {
  const extra = retryAfterS === undefined ? {} : { retryAfterSeconds: retryAfterS };
  return new AuthError(authStatus(status), AUTH_CODES[status], message, extra);
}

/** Statuses that auth's own errors do not know become the nearest one they do. */
function authStatus(status: GatewayError["status"]): AuthErrorStatus {
  if (status === 405) return 404;
  if (status === 414) return 413;
  return status === 415 ? 400 : status;
}

function challenge(status: GatewayError["status"], message: string): Record<string, string> {
  if (status !== 401) return {};
  return { "www-authenticate": `Bearer error="invalid_token", error_description="${message}"` };
}
