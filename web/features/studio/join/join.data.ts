import * as v from "valibot";
import { type ApiResult, toApiResult } from "#web/features/studio/kit/result.ts";
import type { SecondarySession } from "#web/lib/session/account-session.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const resultSchema = v.variant("outcome", [
  v.object({ outcome: v.literal("accepted"), needsSecondStep: v.boolean() }),
  v.object({
    outcome: v.literal("other_address"),
    /** Masked; null when the link is for any account with an email. */
    address: v.nullable(v.string()),
  }),
  v.object({ outcome: v.picklist(["unknown", "used", "over", "unconfirmed", "already"]) }),
  v.object({ outcome: v.literal("needs_code") }),
]);

/** Result of accepting an invitation. */
export type JoinResult = v.InferOutput<typeof resultSchema>;

/** Accepts an invitation for the signed-in user. */
export async function accept(open: OpenClient, token: string): Promise<ApiResult<JoinResult>> {
  const result = await open().rpc("studio_accept", { p_token: token });
  return toApiResult(result, () => v.parse(resultSchema, result.data));
}

/** Failure of a code: wrong or expired, too many attempts, or no response. */
export type CodeFailure = "wrong" | "too-many" | "failed";

/** Mails a code to an account. */
export async function sendCode(
  { client }: Pick<SecondarySession, "client">,
  email: string,
): Promise<ApiResult<null, CodeFailure>> {
  const { error } = await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false },
  });
  return error ? { ok: false, failure: failureOf(error) } : { ok: true, value: null };
}

/** Verifies a mailed code, which opens a new session in this tab. */
export async function confirmCode(
  secondary: SecondarySession,
  email: string,
  code: string,
): Promise<ApiResult<null, CodeFailure>> {
  const { error } = await secondary.client.auth.verifyOtp({ email, token: code, type: "email" });
  if (error) return { ok: false, failure: failureOf(error) };
  const takeError = await secondary.take();
  return takeError ? { ok: false, failure: "failed" } : { ok: true, value: null };
}

function failureOf({
  code,
  status,
}: {
  code?: string | undefined;
  status?: number | undefined;
}): CodeFailure {
  if (code === "otp_expired") return "wrong";
  return status === 429 ? "too-many" : "failed";
}
