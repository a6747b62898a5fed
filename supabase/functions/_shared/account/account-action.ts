import { z } from "zod";
import type { FunctionContext } from "../runtime/runtime.ts";
import {
  AccountRefusal,
  type BackendCalls,
  backendCalls,
  jsonOf,
  unavailable,
} from "./backend-calls.ts";
import { exportAccount } from "./export-account.ts";
import { removePictures } from "./remove-pictures.ts";

/** About a hundred years: until somebody lets the account in again. */
const SUSPENSION = "876000h";

const bodySchema = z.strictObject({
  act: z.enum(["suspend", "restore", "resend", "delete", "export", "remove_picture"]),
  account: z.guid(),
});

/** What the function is asked with. */
export type AccountAct = z.infer<typeof bodySchema>;

const allowedSchema = z.object({ address: z.string().nullable() });
const refusedSchema = z.looseObject({ code: z.string() });
/** What the database says to one whose proof is older than acts on people allow. */
const PROOF_TOO_OLD = "28000";
const userSchema = z.looseObject({ id: z.guid() });

/**
 * Does what a helper may do with somebody's account. The database is asked in the caller's name: it knows
 * who may, and writes the log; then the services are told with their own key.
 *
 * @throws AccountRefusal with words for whoever asks.
 */
export async function actOnAccount(request: Request, context: FunctionContext): Promise<Response> {
  const calls = backendCalls(request, context);
  const body = bodySchema.safeParse(await request.json().catch(() => null));
  if (!body.success) throw new AccountRefusal(400, "bad_request", "Name an act and an account");
  const { act, account } = body.data;
  const address = await letThrough(calls, body.data);
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
      await removePicture(calls, account);
      break;
    case "delete":
      await removePictures(calls.asService, account);
      await told(calls.asService(`/auth/v1/admin/users/${account}`, { method: "DELETE" }));
      break;
  }
  return Response.json({}, { headers: { "cache-control": "no-store" } });
}

/** @returns the account's address, null for one without. */
async function letThrough(
  calls: BackendCalls,
  { act, account }: AccountAct,
): Promise<string | null> {
  const response = await calls.asMember("/rest/v1/rpc/studio_account_act", {
    method: "POST",
    body: JSON.stringify({ p_id: account, p_act: act }),
  });
  if (!response.ok) {
    const refused = refusedSchema.safeParse(await response.json().catch(() => null));
    if (refused.success && refused.data.code === "42501") {
      throw new AccountRefusal(403, "not_permitted", "You may not do this");
    }
    if (refused.success && refused.data.code === PROOF_TOO_OLD) {
      throw new AccountRefusal(403, "proof_too_old", "Sign in again first");
    }
    throw response.status === 401
      ? new AccountRefusal(401, "no_session", "Sign in first")
      : unavailable();
  }
  const allowed = allowedSchema.nullable().safeParse(await jsonOf(response));
  if (!allowed.success) throw unavailable();
  if (allowed.data === null) throw new AccountRefusal(404, "not_found", "There is no such account");
  return allowed.data.address;
}

function change({ asService }: BackendCalls, account: string, changes: object): Promise<void> {
  const path = `/auth/v1/admin/users/${account}`;
  return told(asService(path, { method: "PUT", body: JSON.stringify(changes) }));
}

async function resend({ asService }: BackendCalls, address: string | null): Promise<void> {
  if (address === null) throw new AccountRefusal(409, "no_address", "This account has no address");
  const body = JSON.stringify({ type: "signup", email: address });
  await told(asService("/auth/v1/resend", { method: "POST", body }));
}

async function removePicture({ asService }: BackendCalls, account: string): Promise<void> {
  await told(
    asService(`/rest/v1/profiles?id=eq.${account}`, {
      method: "PATCH",
      body: JSON.stringify({ avatar_url: null }),
    }),
  );
  await removePictures(asService, account);
}

async function readUser(
  { asService }: BackendCalls,
  account: string,
): Promise<z.infer<typeof userSchema>> {
  const user = userSchema.safeParse(
    await jsonOf(await asService(`/auth/v1/admin/users/${account}`)),
  );
  if (!user.success) throw unavailable();
  return user.data;
}

async function told(answer: Promise<Response>): Promise<void> {
  const { ok, status } = await answer;
  if (status === 429) throw new AccountRefusal(429, "too_many", "Please try again later");
  if (!ok) throw unavailable();
}
