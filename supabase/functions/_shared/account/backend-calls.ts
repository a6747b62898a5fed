import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";

/** Backend calls of the account functions, as the caller or as the service, and their errors. */

/** Environment variables of these functions; both hosts set them. */
export const ACCOUNT_ENV_NAMES = ["SUPABASE_URL", "SUPABASE_SERVICE_ROLE_KEY"] as const;

/** Sent as `{code, error}`. */
export class AccountError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "AccountError";
    this.status = status;
    this.code = code;
  }
}

/** For a temporary failure of another service. */
export function unavailable(): AccountError {
  return new AccountError(503, "unavailable", "Please try again later");
}

/** Calls the backend; `path` begins with "/". */
export type BackendCall = (path: string, init?: RequestInit) => Promise<Response>;

export type BackendCalls = {
  /** The API key of the caller's page. */
  readonly apikey: string;
  /** The caller's Authorization header. */
  readonly authorization: string;
  /** Calls as the caller. */
  readonly asMember: BackendCall;
  /** Calls as the service. */
  readonly asService: BackendCall;
  /** Calls with another token. */
  readonly as: (authorization: string) => BackendCall;
};

/** @throws AccountError for methods other than POST, and without the environment variables */
export function backendCalls(request: Request, context: FunctionContext): BackendCalls {
  if (request.method !== "POST") {
    throw new AccountError(405, "method_not_allowed", "Use POST");
  }
  const { SUPABASE_URL: origin, SUPABASE_SERVICE_ROLE_KEY: serviceKey } = context.env;
  if (!origin || !serviceKey) {
    throw new AccountError(503, "not_configured", "This service is not set up");
  }
  const apikey = request.headers.get("apikey") ?? "";
  const authorization = request.headers.get("authorization") ?? "";
  const clientAddress = request.headers.get("x-forwarded-for") ?? "";
  const call = (key: string, token: string): BackendCall => {
    return (path, init) =>
      context.fetch(`${origin}${path}`, {
        ...init,
        headers: {
          ...jsonHeaders(init),
          apikey: key,
          authorization: token,
          // Password attempts count against the client, not against this server.
          "x-forwarded-for": clientAddress,
        },
      });
  };
  return {
    apikey,
    authorization,
    asMember: call(apikey, authorization),
    asService: call(serviceKey, `Bearer ${serviceKey}`),
    as: (token) => call(apikey, token),
  };
}

function jsonHeaders(init: RequestInit | undefined): Record<string, string> {
  return init?.body ? { "content-type": "application/json" } : {};
}

/** Returns the JSON body, or null for an error response or invalid JSON. */
export async function jsonOf(response: Response): Promise<unknown> {
  return response.ok ? await response.json().catch(() => null) : null;
}

/** Returns the response, or an AccountError as a response. */
export async function respond(handler: () => Promise<Response>): Promise<Response> {
  try {
    return await handler();
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    return Response.json(
      { code: error.code, error: error.message },
      { status: error.status, headers: { "cache-control": "no-store" } },
    );
  }
}
