import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { assertSucceeded } from "#web/features/studio/kit/result.ts";

const memberSchema = v.object({
  permissions: v.pipe(
    v.array(v.string()),
    // A newer server may send unknown permissions.
    v.transform((names): Permission[] => PERMISSIONS.filter((known) => names.includes(known))),
  ),
  isOwner: v.boolean(),
  name: v.string(),
  /** True when permissions exist but the session lacks the second factor. */
  needsSecondStep: v.boolean(),
});

/** Permissions of the signed-in user in the studio; empty for users who are not staff. */
export type StudioMember = v.InferOutput<typeof memberSchema>;

/** Query of the user's permissions, refetched each minute because owners may change them. */
export function currentMemberQuery(
  open: () => AccountSession["client"],
  userId: string,
): UseQueryOptions<StudioMember> {
  return {
    queryKey: ["studio", "me", userId],
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: true,
    async queryFn({ signal }) {
      const result = await open().rpc("studio_me").abortSignal(signal).retry(false);
      assertSucceeded(result);
      return v.parse(memberSchema, result.data);
    },
  };
}
