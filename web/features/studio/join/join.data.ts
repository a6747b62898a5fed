import { z } from "zod";
import { type ApiResult, answerOf } from "#web/features/studio/kit/result.ts";
import type { SessionBeside } from "#web/lib/session/secondary-session.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const outcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("accepted"), needsSecondStep: z.boolean() }),
  z.object({
    outcome: z.literal("other_address"),
    /** Masked; null where the link is for any account that has an address. */
    address: z.string().nullable(),
  }),
  z.object({ outcome: z.enum(["unknown", "used", "over", "unconfirmed", "already"]) }),
  z.object({ outcome: z.literal("needs_code") }),
]);

/** What became of taking up an invitation. */
export type JoinOutcome = z.infer<typeof outcomeSchema>;

/** Takes up an invitation for the member who is signed in. */
export async function accept(open: OpenClient, token: string): Promise<ApiResult<JoinOutcome>> {
  const answer = await open().rpc("studio_accept", { p_token: token });
  return answerOf(answer, () => outcomeSchema.parse(answer.data));
}

/** What went wrong with a code: it is wrong or too old, there were too many, or there was no answer. */
export type CodeFailure = "wrong" | "too-many" | "failed";

/** Sends a code to the mailbox of an account. @returns null once it is on its way. */
export async function sendCode(
  { client }: Pick<SessionBeside, "client">,
  email: string,
): Promise<CodeFailure | null> {
  const { error } = await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false },
  });
  return error && failureOf(error);
}

/** Shows the code of a mail; the session of this tab is then one that began with it. @returns null once it is. */
export async function confirmCode(
  secondary: SessionBeside,
  email: string,
  code: string,
): Promise<CodeFailure | null> {
  const { error } = await secondary.client.auth.verifyOtp({ email, token: code, type: "email" });
  if (error) return failureOf(error);
  return (await secondary.take()) && "failed";
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
