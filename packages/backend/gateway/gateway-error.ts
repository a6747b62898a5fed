import { AuthError, type AuthErrorStatus } from "#backend/auth/protocol/auth-error.ts";
import { replyWithError } from "#backend/auth/protocol/error-reply.ts";

/** Services behind the gateway; the clients of each expect their own error format. */
export type Part = "auth" | "rest" | "storage" | "functions" | "realtime";

/** Error of the gateway. `message` is for developers and contains no request data. */
export type GatewayError = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 414 | 415 | 429 | 500 | 503;
  readonly message: string;
  /** Code for PostgREST clients, e.g. "PGRST301". Other services derive theirs from the status. */
  readonly restCode?: string;
  readonly hint?: string;
  readonly retryAfterS?: number;
  /** True for a missing or unknown API key: Supabase sends the same error for all services. */
  readonly isKeyError?: boolean;
};

/** Retry-After for a temporary failure. */
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

/** 503: the database is down or busy. Clients keep their session and retry. */
export function unavailable(): GatewayError {
  const message = "The service is not available, please try again";
  return { status: 503, message, retryAfterS: RETRY_AFTER_S };
}

/** Builds the error response in the service's format. */
export function errorResponse(
  part: Part,
  gatewayError: GatewayError,
  request: { readonly requestId: string; readonly apiVersion: string | undefined },
): Response {
  const response = shaped(part, gatewayError, request);
  if (gatewayError.retryAfterS !== undefined) {
    response.headers.set("retry-after", String(gatewayError.retryAfterS));
  }
  return response;
}

function shaped(
  part: Part,
  gatewayError: GatewayError,
  {
    requestId,
    apiVersion,
  }: { readonly requestId: string; readonly apiVersion: string | undefined },
): Response {
  const { status, message, hint } = gatewayError;
  if (gatewayError.isKeyError === true) {
    return Response.json(hint === undefined ? { message } : { message, hint }, { status });
  }
  const reference = status === 500 ? { error_id: requestId } : {};
  switch (part) {
    case "auth":
      return replyWithError(authError(gatewayError), apiVersion, requestId);
    case "rest": {
      const code = gatewayError.restCode ?? REST_CODES[status];
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

/** Maps statuses that AuthError lacks to the nearest one. */
function authStatus(status: GatewayError["status"]): AuthErrorStatus {
  if (status === 405) return 404;
  if (status === 414) return 413;
  return status === 415 ? 400 : status;
}

function challenge(status: GatewayError["status"], message: string): Record<string, string> {
  if (status !== 401) return {};
  return { "www-authenticate": `Bearer error="invalid_token", error_description="${message}"` };
}
