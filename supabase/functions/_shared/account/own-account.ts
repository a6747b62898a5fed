import { z } from "zod";
import type { FunctionContext } from "../runtime/runtime.ts";

/**
 * What the functions about a member's own account share: who calls, whether that person still knows
 * the password, and calls to the backend in their name or, for what only the service may do, in its own.
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

/** Calls the backend; a path begins with "/". */
type BackendCall = (path: string, init?: RequestInit) => Promise<Response>;

export type OwnAccount = {
  /** The account as the auth service shows it to its owner. */
  readonly user: z.infer<typeof userSchema>;
  /** Calls in the member's name. */
  readonly asMember: BackendCall;
  /** Calls as the service. */
  readonly asService: BackendCall;
};

const userSchema = z.looseObject({
  id: z.uuid(),
  email: z.string().min(1),
  factors: z.array(z.looseObject({ status: z.string() })).default([]),
});
const claimsSchema = z.object({ aal: z.string() });
const bodySchema = z.object({ password: z.string().min(1).max(200) });

/** What these functions are asked with. */
export type OwnAccountBody = z.infer<typeof bodySchema>;

const sessionSchema = z.object({ access_token: z.string().min(1) });

/** Answers a call of a member who has entered the password once more. */
export async function answerForOwner(
  request: Request,
  context: FunctionContext,
  answer: (account: OwnAccount) => Promise<Response>,
): Promise<Response> {
  try {
    return await answer(await readOwnAccount(request, context));
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    return Response.json(
      { code: error.code, error: error.message },
      { status: error.status, headers: { "cache-control": "no-store" } },
    );
  }
}

async function readOwnAccount(request: Request, context: FunctionContext): Promise<OwnAccount> {
  if (request.method !== "POST") {
    throw new AccountRefusal(405, "method_not_allowed", "Use POST");
  }
  const { SUPABASE_URL: origin, SUPABASE_SERVICE_ROLE_KEY: serviceKey } = context.env;
  if (!origin || !serviceKey) {
    throw new AccountRefusal(503, "not_configured", "This service is not set up");
  }
  const body = bodySchema.safeParse(await request.json().catch(() => null));
  if (!body.success) throw new AccountRefusal(400, "bad_request", "A password is needed");

  const apikey = request.headers.get("apikey") ?? "";
  const clientAddress = request.headers.get("x-forwarded-for") ?? "";
  const call = (key: string, authorization: string): BackendCall => {
    return (path, init) =>
      context.fetch(`${origin}${path}`, {
        ...init,
        headers: {
          ...jsonHeaders(init),
          apikey: key,
          authorization,
          // Guesses at the password count for whoever makes them.
          "x-forwarded-for": clientAddress,
        },
      });
  };
  const authorization = request.headers.get("authorization") ?? "";
  const asMember = call(apikey, authorization);
  const shown = userSchema.safeParse(await jsonOf(await asMember("/auth/v1/user")));
  if (!shown.success) throw new AccountRefusal(401, "no_session", "Sign in first");
  const user = shown.data;
  const isProtected = user.factors.some(({ status }) => status === "verified");
  if (isProtected && assuranceOf(authorization) !== "aal2") {
    throw new AccountRefusal(403, "insufficient_aal", "Finish signing in first");
  }
  await provePassword(call, apikey, { email: user.email, password: body.data.password });
  return { user, asMember, asService: call(serviceKey, `Bearer ${serviceKey}`) };
}

/** What a session has shown, by its token, which the auth service has just taken. */
function assuranceOf(authorization: string): string {
  const part = authorization.split(".")[1] ?? "";
  const claims = claimsSchema.safeParse(parseJson(decodeBase64Url(part)));
  return claims.success ? claims.data.aal : "aal1";
}

function decodeBase64Url(text: string): string {
  return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A sign-in is the proof, under the same limits as any other; the session that it opens ends at once. */
async function provePassword(
  call: (key: string, authorization: string) => BackendCall,
  apikey: string,
  credentials: { readonly email: string; readonly password: string },
): Promise<void> {
  const response = await call(apikey, `Bearer ${apikey}`)("/auth/v1/token?grant_type=password", {
    method: "POST",
    body: JSON.stringify(credentials),
  });
  if (response.status === 400) {
    throw new AccountRefusal(403, "wrong_password", "The password is not right");
  }
  const session = sessionSchema.safeParse(await jsonOf(response));
  if (!session.success) {
    const status = response.status === 429 ? 429 : 503;
    throw new AccountRefusal(status, "not_proven", "Please try again later");
  }
  const ending = call(apikey, `Bearer ${session.data.access_token}`);
  await ending("/auth/v1/logout?scope=local", { method: "POST" });
}

function jsonHeaders(init: RequestInit | undefined): Record<string, string> {
  return init?.body ? { "content-type": "application/json" } : {};
}

/** The body as JSON; null for a failure or for what is none. */
export async function jsonOf(response: Response): Promise<unknown> {
  return response.ok ? await response.json().catch(() => null) : null;
}
