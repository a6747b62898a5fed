import type { FunctionContext } from "../runtime/runtime.ts";

/**
 * What the functions about accounts share: calls to the backend in the caller's name or, for what only the
 * service may do, in its own; and refusals.
 */

/** The variables that these functions read; both hosts set them. */
export const ACCOUNT_ENV_NAMES = ["SUPABASE_URL", "SUPABASE_SERVICE_ROLE_KEY"] as const;

/** A refusal, answered as `{code, error}`. */
export class AccountRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "AccountRefusal";
    this.status = status;
    this.code = code;
  }
}

/** What went wrong elsewhere and may go right later. */
export function unavailable(): AccountRefusal {
  return new AccountRefusal(503, "unavailable", "Please try again later");
}

/** Calls the backend; a path begins with "/". */
export type BackendCall = (path: string, init?: RequestInit) => Promise<Response>;

export type BackendCalls = {
  /** The key that the caller's page has. */
  readonly apikey: string;
  /** The caller's token, as the header has it. */
  readonly authorization: string;
  /** Calls in the caller's name. */
  readonly asMember: BackendCall;
  /** Calls as the service. */
  readonly asService: BackendCall;
  /** Calls in the name of a token. */
  readonly as: (authorization: string) => BackendCall;
};

/** @throws AccountRefusal for anything but a POST, and where the host has set no key. */
export function backendCalls(request: Request, context: FunctionContext): BackendCalls {
  if (request.method !== "POST") {
    throw new AccountRefusal(405, "method_not_allowed", "Use POST");
  }
  const { SUPABASE_URL: origin, SUPABASE_SERVICE_ROLE_KEY: serviceKey } = context.env;
  if (!origin || !serviceKey) {
    throw new AccountRefusal(503, "not_configured", "This service is not set up");
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
          // Guesses at the password count for whoever makes them.
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

/** The body as JSON; null for a failure or for what is none. */
export async function jsonOf(response: Response): Promise<unknown> {
  return response.ok ? await response.json().catch(() => null) : null;
}

/** Answers, or tells a refusal. */
export async function answered(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    return Response.json(
      { code: error.code, error: error.message },
      { status: error.status, headers: { "cache-control": "no-store" } },
    );
  }
}
