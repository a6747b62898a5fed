import type { BackendDeps } from "#server/backend/context.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import { recheckRights } from "./channel-rights.ts";

/** Migrations send the id of a user whose rights on private topics may have changed. */
const ACCESS_CHANNEL = "realtime_access";

/**
 * Checks a user's open private channels again when a trigger of the migrations reports a change of
 * rights. Checks all channels when notifications may have been lost.
 *
 * @throws the database's error when it cannot listen.
 */
export async function watchAccessChanges(
  { database, log }: Pick<BackendDeps, "database" | "log">,
  deps: RealtimeDeps,
): Promise<void> {
  let checking: Promise<void> = Promise.resolve();
  const recheck = async (account: string | null): Promise<void> => {
    for (const channel of deps.hub.all()) {
      const { userId } = channel.identity.caller;
      const isConcerned = account === null ? userId !== null : userId === account;
      if (!isConcerned || !channel.config.isPrivate || channel.isClosed) continue;
      await recheckRights(deps, channel);
    }
  };
  const changed = (account: string | null): void => {
    deps.hub.access.revision += 1;
    checking = checking
      .then(() => recheck(account))
      .catch((error: unknown) => log.warn({ event: "realtime_access_failed", err: error }));
  };
  await database.listen(ACCESS_CHANNEL, { onNotice: changed, onStart: () => changed(null) });
}
