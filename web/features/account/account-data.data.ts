import { FunctionsHttpError } from "@supabase/supabase-js";
import * as v from "valibot";
import {
  deletionAnswerSchema,
  exportAnswerSchema,
  type OwnAccountRequest,
  ownAccountRefusalSchema,
} from "#shared/contracts/account.ts";
import { parseJson } from "#shared/parse-json.ts";
import type { AccountSession } from "#web/lib/session/session.ts";
import { type Failure, NETWORK_FAILURE, type AccountResult } from "./result.ts";

/** Error code of a wrong password. */
export const WRONG_PASSWORD = "wrong_password";

/** Fetches all data of the account as a zip file. */
export function exportAccount(
  session: AccountSession,
  password: string,
): Promise<AccountResult<Blob>> {
  return invoke(session, "account-export", password, exportAnswerSchema);
}

/** Deletes the account and all its data, then ends the session on this device. */
export async function deleteAccount(
  session: AccountSession,
  password: string,
): Promise<AccountResult<null>> {
  const result = await invoke(session, "account-delete", password, deletionAnswerSchema);
  if (!result.ok) return result;
  await session.leave("local");
  return { ok: true, value: null };
}

async function invoke<Value>(
  { client }: AccountSession,
  name: string,
  password: string,
  responseSchema: v.GenericSchema<unknown, Value>,
): Promise<AccountResult<Value>> {
  const body: OwnAccountRequest = { password };
  const response = await client.functions.invoke<unknown>(name, { body });
  if (response.error) return { ok: false, failure: await readFailure(response.error) };
  const parsed = v.safeParse(responseSchema, response.data);
  if (parsed.success) return { ok: true, value: parsed.output };
  return { ok: false, failure: { code: "", message: "" } };
}

async function readFailure(error: unknown): Promise<Failure> {
  if (!(error instanceof FunctionsHttpError)) return NETWORK_FAILURE;
  const response: unknown = error.context;
  const text = response instanceof Response ? await response.text() : "";
  const body = v.safeParse(ownAccountRefusalSchema, parseJson(text));
  if (!body.success) return { code: "", message: "" };
  return { code: body.output.code, message: body.output.error };
}
