import type { Factor } from "@supabase/supabase-js";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { type AccountResult, toAppError } from "#web/features/account/result.ts";
import { toKeyResult, stepFailureOf, toMfaResult } from "#web/features/account/mfa/mfa.data.ts";
import { type OpenSession, type SecurityQuery, securityKey, UNCACHED } from "./security-query.ts";

/** Data to enter in the authenticator app. */
export type NewApp = {
  id: string;
  picture: string;
  secret: string;
  uri: string;
  /** An earlier key, which the app may hold, no longer works. */
  replacesUnfinished: boolean;
};

/**
 * Begins to set up an authenticator app. Removes unfinished ones first: they would block the name,
 * and the service shows a key only once.
 * @param issuer name of this site in the app.
 */
export async function beginApp(
  { client }: AccountSession,
  name: string,
  issuer: string,
): Promise<AccountResult<NewApp>> {
  const replacesUnfinished = await removeUnfinished(client);
  const request = { factorType: "totp", friendlyName: name, issuer } as const;
  const { data, error } = await client.auth.mfa.enroll(request);
  if (error) return { ok: false, failure: stepFailureOf(error) };
  const { qr_code: picture, secret, uri } = data.totp;
  return { ok: true, value: { id: data.id, picture, secret, uri, replacesUnfinished } };
}

/** Returns true when there was one. */
async function removeUnfinished({ auth }: AccountSession["client"]): Promise<boolean> {
  const { data } = await auth.mfa.listFactors();
  const unfinished = data?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
  return unfinished.length > 0;
}

/** Removes an unfinished app. Ignores errors: the service expires it. */
export async function abandonApp({ client }: AccountSession, factorId: string): Promise<void> {
  await client.auth.mfa.unenroll({ factorId });
}

/** Registers a passkey or security key as second factor. */
export async function addKeyFactor(
  { client }: AccountSession,
  name: string,
): Promise<AccountResult<null>> {
  await removeUnfinished(client);
  // The client by itself would ask for a built-in authenticator only.
  const hasScreenLock = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  const { error } = await client.auth.mfa.webauthn.register(
    { friendlyName: name },
    {
      hints: [],
      authenticatorSelection: {
        authenticatorAttachment: hasScreenLock ? "platform" : "cross-platform",
        residentKey: "discouraged",
        userVerification: "preferred",
      },
    },
  );
  const result = toKeyResult(error);
  if (!result.ok) await removeUnfinished(client);
  return result;
}

/** Creates recovery codes; they replace the previous ones. */
export async function makeRecoveryCodes(
  { client }: AccountSession,
  isFirst: boolean,
): Promise<AccountResult<string[]>> {
  const { recoveryCodes } = client.auth.mfa;
  const { data, error } = isFirst
    ? await recoveryCodes.generate()
    : await recoveryCodes.regenerate();
  if (error) return { ok: false, failure: stepFailureOf(error) };
  // Updates the factors of the user in this tab.
  await client.auth.refreshSession();
  return { ok: true, value: data.codes };
}

type CodeCount = { total: number; remaining: number };

export function recoveryQuery(openSession: OpenSession, userId: string): SecurityQuery<CodeCount> {
  return {
    ...UNCACHED,
    queryKey: securityKey(userId, "recovery"),
    async queryFn() {
      const { data, error } = await openSession().client.auth.mfa.recoveryCodes.getStatus();
      if (error) throw toAppError(stepFailureOf(error));
      return { total: data.total, remaining: data.remaining };
    },
  };
}

/** Removes a factor. Recovery codes go with the last one, because they cannot exist alone. */
export async function removeFactor(
  { client }: AccountSession,
  factorId: string,
  factors: readonly Factor[],
): Promise<AccountResult<null>> {
  const { auth } = client;
  const left = factors.filter(({ id, status }) => id !== factorId && status === "verified");
  const hasCodesAlone = left.length > 0 && left.every(isRecovery);
  if (hasCodesAlone) {
    const { error } = await auth.mfa.recoveryCodes.unenroll();
    if (error) return toMfaResult(error);
  }
  const { error } = await auth.mfa.unenroll({ factorId });
  if (!error) await auth.refreshSession();
  return toMfaResult(error);
}

export function isRecovery({ factor_type: type }: Factor): boolean {
  return type === "recovery_code";
}
