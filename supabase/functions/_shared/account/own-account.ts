import * as v from "valibot";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";
import {
  AccountError,
  respond,
  type BackendCall,
  type BackendCalls,
  backendCalls,
  jsonOf,
} from "./backend-calls.ts";

/**
 * Common part of the functions for a member's own account: identifies the caller and checks the
 * password.
 */

export type OwnAccount = {
  /** The account as the auth service returns it to its owner. */
  readonly user: v.InferOutput<typeof userSchema>;
  /** Calls as the member. */
  readonly asMember: BackendCall;
  /** Calls as the service. */
  readonly asService: BackendCall;
};

const userSchema = v.looseObject({
  id: v.pipe(v.string(), v.uuid()),
  email: v.pipe(v.string(), v.nonEmpty()),
  factors: v.optional(v.array(v.looseObject({ status: v.string() })), []),
});
const claimsSchema = v.object({ aal: v.string() });
const bodySchema = v.object({ password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) });

export type OwnAccountBody = v.InferOutput<typeof bodySchema>;

const sessionSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) });

/** Handles a request of a member who has entered the password again. */
export function handleForOwner(
  request: Request,
  context: FunctionContext,
  handler: (account: OwnAccount) => Promise<Response>,
): Promise<Response> {
  return respond(async () => handler(await readOwnAccount(request, context)));
}

async function readOwnAccount(request: Request, context: FunctionContext): Promise<OwnAccount> {
  const calls = backendCalls(request, context);
  const body = v.safeParse(bodySchema, await request.json().catch(() => null));
  if (!body.success) throw new AccountError(400, "bad_request", "A password is needed");

  const { asMember, asService, authorization } = calls;
  const shown = v.safeParse(userSchema, await jsonOf(await asMember("/auth/v1/user")));
  if (!shown.success) throw new AccountError(401, "no_session", "Sign in first");
  const user = shown.output;
  const isProtected = user.factors.some(({ status }) => status === "verified");
  if (isProtected && assuranceOf(authorization) !== "aal2") {
    throw new AccountError(403, "insufficient_aal", "Finish signing in first");
  }
  await verifyPassword(calls, { email: user.email, password: body.output.password });
  return { user, asMember, asService };
}

/** Returns the assurance level in a token that the auth service has just accepted. */
function assuranceOf(authorization: string): string {
  const part = authorization.split(".")[1] ?? "";
  const claims = v.safeParse(claimsSchema, parseJson(decodeBase64Url(part)));
  return claims.success ? claims.output.aal : "aal1";
}

function decodeBase64Url(text: string): string {
  return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/** Signs in with the password, under the usual limits, and ends the new session at once. */
async function verifyPassword(
  { as, apikey }: BackendCalls,
  credentials: { readonly email: string; readonly password: string },
): Promise<void> {
  const response = await as(`Bearer ${apikey}`)("/auth/v1/token?grant_type=password", {
    method: "POST",
    body: JSON.stringify(credentials),
  });
  if (response.status === 400) {
    throw new AccountError(403, "wrong_password", "The password is not right");
  }
  const session = v.safeParse(sessionSchema, await jsonOf(response));
  if (!session.success) {
    const status = response.status === 429 ? 429 : 503;
    throw new AccountError(status, "not_proven", "Please try again later");
  }
  await as(`Bearer ${session.output.access_token}`)("/auth/v1/logout?scope=local", {
    method: "POST",
  });
}
