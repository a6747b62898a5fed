import { z } from "zod";
import { type ApiResult, answerOf } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const outcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("accepted"), needsSecondStep: z.boolean() }),
  z.object({
    outcome: z.literal("other_address"),
    /** Masked; null where the link is for any account that has an address. */
    address: z.string().nullable(),
  }),
  z.object({ outcome: z.enum(["unknown", "used", "over", "unconfirmed", "already"]) }),
]);

/** What became of taking up an invitation. */
export type JoinOutcome = z.infer<typeof outcomeSchema>;

/** Takes up an invitation for the member who is signed in. */
export async function accept(open: OpenClient, token: string): Promise<ApiResult<JoinOutcome>> {
  const answer = await open().rpc("studio_accept", { p_token: token });
  return answerOf(answer, () => outcomeSchema.parse(answer.data));
}
