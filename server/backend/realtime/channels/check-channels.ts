import { REFUSALS } from "#server/backend/realtime/protocol/channel-errors.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import { shutDown } from "./leave-channel.ts";

/** Closes the channels whose token has expired. */
export function closeExpired(parts: RealtimeDeps): void {
  const nowMs = parts.now();
  for (const channel of parts.hub.all()) {
    const { expiresAtMs } = channel.identity;
    if (expiresAtMs === null || expiresAtMs > nowMs) continue;
    shutDown(parts, channel, REFUSALS.expiredToken().message);
  }
}

/**
 * Closes the channels whose session has ended, by one question for all of them.
 *
 * @throws the database's error when it cannot answer.
 */
export async function closeEnded(parts: RealtimeDeps): Promise<void> {
  const signedIn = [...parts.hub.all()].flatMap((channel) => {
    const { sessionId } = channel.identity.caller;
    return sessionId === null ? [] : [{ channel, sessionId }];
  });
  if (signedIn.length === 0) return;
  const live = await parts.identities.liveOf([
    ...new Set(signedIn.map(({ sessionId }) => sessionId)),
  ]);
  for (const { channel, sessionId } of signedIn) {
    const isSame = channel.identity.caller.sessionId === sessionId;
    if (isSame && !live.has(sessionId)) {
      shutDown(parts, channel, REFUSALS.endedSession().message);
    }
  }
}
