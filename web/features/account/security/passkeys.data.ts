import * as v from "valibot";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { type AccountResult, toAppError } from "#web/features/account/result.ts";
import { toKeyResult, stepFailureOf, toMfaResult } from "#web/features/account/mfa/mfa.data.ts";
import { type OpenSession, type SecurityQuery, securityKey, UNCACHED } from "./security-query.ts";

const passkeySchema = v.object({
  id: v.string(),
  friendly_name: v.optional(v.string()),
  created_at: v.string(),
  last_used_at: v.optional(v.nullable(v.string())),
});

/** Passkey that signs in without a password. */
export type Passkey = v.InferOutput<typeof passkeySchema>;

/** Passkeys of the account; null where the service does not offer them. */
export function passkeysQuery(
  openSession: OpenSession,
  userId: string,
): SecurityQuery<Passkey[] | null> {
  return {
    ...UNCACHED,
    queryKey: securityKey(userId, "passkeys"),
    async queryFn() {
      const { data, error } = await openSession().client.auth.passkey.list();
      if (error?.status === 404) return null;
      if (error) throw toAppError(stepFailureOf(error));
      return v.parse(v.array(passkeySchema), data);
    },
  };
}

export async function addPasskey({ client }: AccountSession): Promise<AccountResult<null>> {
  const { error } = await client.auth.registerPasskey();
  return toKeyResult(error);
}

export async function renamePasskey(
  { client }: AccountSession,
  passkeyId: string,
  friendlyName: string,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.passkey.update({ passkeyId, friendlyName });
  return toMfaResult(error);
}

export async function removePasskey(
  { client }: AccountSession,
  passkeyId: string,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.passkey.delete({ passkeyId });
  return toMfaResult(error);
}

export async function signInWithPasskey({ client }: AccountSession): Promise<AccountResult<null>> {
  const { error } = await client.auth.signInWithPasskey();
  return toKeyResult(error);
}
