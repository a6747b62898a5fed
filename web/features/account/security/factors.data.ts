import type { Factor } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import type { AccountSession } from "#web/lib/session/session.ts";
import type { AccountResult } from "#web/features/account/result.ts";
import { keyOutcome, stepFailureOf, stepOutcome } from "#web/features/account/mfa/mfa.data.ts";
import { type OpenSession, type OwnQuery, securityKey, thrown, UNKEPT } from "./security-query.ts";

/** An app as it is to be told of the account. */
export type NewApp = { id: string; picture: string; secret: string; uri: string };

/**
 * Begins to set up an authenticator app. What was begun and not finished goes first: it would hold the name.
 *
 * @param issuer what the app calls this site.
 */
export async function beginApp(
  { client }: AccountSession,
  name: string,
  issuer: string,
): Promise<AccountResult<NewApp>> {
  await dropUnfinished(client);
  const wish = { factorType: "totp", friendlyName: name, issuer } as const;
  const { data, error } = await client.auth.mfa.enroll(wish);
  if (error) return { ok: false, failure: stepFailureOf(error) };
  const { qr_code: picture, secret, uri } = data.totp;
  return { ok: true, value: { id: data.id, picture, secret, uri } };
}

async function dropUnfinished({ auth }: AccountSession["client"]): Promise<void> {
  const { data } = await auth.mfa.listFactors();
  const unfinished = data?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
}

/** Gives an app up that was not finished; where that fails, the service forgets it by itself. */
export async function abandonApp({ client }: AccountSession, factorId: string): Promise<void> {
  await client.auth.mfa.unenroll({ factorId });
}

/** Makes a passkey or security key a second proof. */
export async function addKeyProof(
  { client }: AccountSession,
  name: string,
): Promise<AccountResult<null>> {
  await dropUnfinished(client);
  // The client would ask for a key of its own kind of device alone.
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
  const outcome = keyOutcome(error);
  if (!outcome.ok) await dropUnfinished(client);
  return outcome;
}

/** Codes for a day without the phone; new ones end those of before. */
export async function makeRecoveryCodes(
  { client }: AccountSession,
  isFirst: boolean,
): Promise<AccountResult<string[]>> {
  const { recoveryCodes } = client.auth.mfa;
  const { data, error } = isFirst
    ? await recoveryCodes.generate()
    : await recoveryCodes.regenerate();
  if (error) return { ok: false, failure: stepFailureOf(error) };
  // The account has another proof now: its copy here learns of it.
  await client.auth.refreshSession();
  return { ok: true, value: data.codes };
}

/** How many recovery codes there are, and how many of them are left. */
type CodeCount = { total: number; remaining: number };

export function recoveryQuery(openSession: OpenSession, userId: string): OwnQuery<CodeCount> {
  return queryOptions({
    ...UNKEPT,
    queryKey: securityKey(userId, "recovery"),
    async queryFn() {
      const { data, error } = await openSession().client.auth.mfa.recoveryCodes.getStatus();
      if (error) throw thrown(stepFailureOf(error));
      return { total: data.total, remaining: data.remaining };
    },
  });
}

/** Takes a proof away; with the last of them the recovery codes go, which cannot be alone. */
export async function removeProof(
  { client }: AccountSession,
  factorId: string,
  factors: readonly Factor[],
): Promise<AccountResult<null>> {
  const { auth } = client;
  const left = factors.filter(({ id, status }) => id !== factorId && status === "verified");
  const hasCodesAlone = left.length > 0 && left.every(isRecovery);
  if (hasCodesAlone) {
    const { error } = await auth.mfa.recoveryCodes.unenroll();
    if (error) return stepOutcome(error);
  }
  const { error } = await auth.mfa.unenroll({ factorId });
  if (!error) await auth.refreshSession();
  return stepOutcome(error);
}

export function isRecovery({ factor_type: type }: Factor): boolean {
  return type === "recovery_code";
}
