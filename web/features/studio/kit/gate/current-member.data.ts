import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { MINUTE_MS } from "#shared/durations.ts";
import { type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";
import type { AccountSession } from "#web/lib/session/session.ts";
import { assertAnswered } from "#web/features/studio/kit/result.ts";

/** Not the studio's own kind of schema: the profile page asks too, which has no need of another library. */
const meSchema = v.object({
  permissions: v.pipe(
    v.array(v.string()),
    // A server that is newer may know more of them.
    v.transform((names): Permission[] => PERMISSIONS.filter((known) => names.includes(known))),
  ),
  isOwner: v.boolean(),
  name: v.string(),
  /** The row would give rights, but the session has not shown the second step that they ask for. */
  needsSecondStep: v.boolean(),
});

/** What the signed-in member may do in the studio; no permissions for whoever does not help here. */
export type StudioMember = v.InferOutput<typeof meSchema>;

type MeKey = ["studio", "me", string];

/** Asked again each minute, so that the menu follows what owners give and take. */
export function meQuery(
  open: () => AccountSession["client"],
  userId: string,
): UseQueryOptions<StudioMember, Error, StudioMember, MeKey> {
  const queryKey: MeKey = ["studio", "me", userId];
  return queryOptions({
    queryKey,
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: true,
    async queryFn({ signal }) {
      const answer = await open().rpc("studio_me").abortSignal(signal).retry(false);
      assertAnswered(answer);
      return v.parse(meSchema, answer.data);
    },
  });
}
