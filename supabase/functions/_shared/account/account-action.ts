import * as v from "valibot";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";
import {
  AccountError,
  type BackendCalls,
  backendCalls,
  jsonOf,
  unavailable,
} from "./backend-calls.ts";
import { exportAccount } from "./export-account.ts";
import { deleteImages } from "./delete-account.ts";

/** About a hundred years: until staff lift the suspension. */
const SUSPENSION = "876000h";

const bodySchema = v.strictObject({
  act: v.picklist(["suspend", "restore", "resend", "delete", "export", "remove_picture"]),
  account: v.pipe(v.string(), v.uuid()),
});

export type AccountAction = v.InferOutput<typeof bodySchema>;

const allowedSchema = v.nullable(v.object({ address: v.nullable(v.string()) }));
const refusedSchema = v.object({ code: v.string() });
/** PostgreSQL error code when the caller's last sign-in is too old. */
const REAUTHENTICATION_EXPIRED = "28000";
const userSchema = v.looseObject({ id: v.pipe(v.string(), v.uuid()) });

/**
 * Performs a staff action on an account. The database checks permissions as the caller and writes
 * the log; then the services are called with their own key.
 *
 * @throws AccountError with a message for the caller
 */
export async function actOnAccount(request: Request, context: FunctionContext): Promise<Response> {
  const calls = backendCalls(request, context);
  const body = v.safeParse(bodySchema, await request.json().catch(() => null));
  if (!body.success) throw new AccountError(400, "bad_request", "Name an act and an account");
  const { act, account } = body.output;
  const address = await authorizeAction(calls, body.output);
  switch (act) {
    case "suspend":
      await change(calls, account, { ban_duration: SUSPENSION });
      break;
    case "restore":
      await change(calls, account, { ban_duration: "none" });
      break;
    case "resend":
      await resend(calls, address);
      break;
    case "export":
      return exportAccount({ user: await readUser(calls, account), call: calls.asService });
    case "remove_picture":
      await deleteImage(calls, account);
      break;
    case "delete":
      await deleteImages(calls.asService, account);
      await ensureOk(calls.asService(`/auth/v1/admin/users/${account}`, { method: "DELETE" }));
      break;
  }
  return Response.json({}, { headers: { "cache-control": "no-store" } });
}

/** @returns the account's email address, or null */
async function authorizeAction(
  calls: BackendCalls,
  { act, account }: AccountAction,
): Promise<string | null> {
  const response = await calls.asMember("/rest/v1/rpc/studio_account_act", {
    method: "POST",
    body: JSON.stringify({ p_id: account, p_act: act }),
  });
  if (!response.ok) {
    const refused = v.safeParse(refusedSchema, await response.json().catch(() => null));
    if (refused.success && refused.output.code === "42501") {
      throw new AccountError(403, "not_permitted", "You may not do this");
    }
    if (refused.success && refused.output.code === REAUTHENTICATION_EXPIRED) {
      throw new AccountError(403, "proof_too_old", "Sign in again first");
    }
    throw response.status === 401
      ? new AccountError(401, "no_session", "Sign in first")
      : unavailable();
  }
  const allowed = v.safeParse(allowedSchema, await jsonOf(response));
  if (!allowed.success) throw unavailable();
  if (allowed.output === null) throw new AccountError(404, "not_found", "There is no such account");
  return allowed.output.address;
}

function change({ asService }: BackendCalls, account: string, changes: object): Promise<void> {
  const path = `/auth/v1/admin/users/${account}`;
  return ensureOk(asService(path, { method: "PUT", body: JSON.stringify(changes) }));
}

async function resend({ asService }: BackendCalls, address: string | null): Promise<void> {
  if (address === null) throw new AccountError(409, "no_address", "This account has no address");
  const body = JSON.stringify({ type: "signup", email: address });
  await ensureOk(asService("/auth/v1/resend", { method: "POST", body }));
}

async function deleteImage({ asService }: BackendCalls, account: string): Promise<void> {
  await ensureOk(
    asService(`/rest/v1/profiles?id=eq.${account}`, {
      method: "PATCH",
      body: JSON.stringify({ avatar_url: null }),
    }),
  );
  await deleteImages(asService, account);
}

async function readUser(
  { asService }: BackendCalls,
  account: string,
): Promise<v.InferOutput<typeof userSchema>> {
  const user = v.safeParse(
    userSchema,
    await jsonOf(await asService(`/auth/v1/admin/users/${account}`)),
  );
  if (!user.success) throw unavailable();
  return user.output;
}

async function ensureOk(response: Promise<Response>): Promise<void> {
  const { ok, status } = await response;
  if (status === 429) throw new AccountError(429, "too_many", "Please try again later");
  if (!ok) throw unavailable();
}
