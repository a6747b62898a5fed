import { REFUSALS } from "#server/backend/realtime/protocol/reasons.ts";
import type { RealtimeParts } from "#server/backend/realtime/parts.ts";
import type { Channel } from "./channel.ts";
import { shutDown } from "./leave-channel.ts";

/**
 * Closes the channels whose token has expired or whose session has ended; called every second. What the
 * sessions are asked for is one question for all of them, and at most every ten seconds.
 *
 * @throws the database's error when it cannot answer.
 */
export async function checkChannels(parts: RealtimeParts): Promise<void> {
  const nowMs = parts.now();
  const signedIn: Channel[] = [];
  for (const channel of parts.hub.all()) {
    const { expiresAtMs, caller } = channel.identity;
    if (expiresAtMs !== null && expiresAtMs <= nowMs) {
      shutDown(parts, channel, REFUSALS.expiredToken().message);
    } else if (caller.sessionId !== null) signedIn.push(channel);
  }
  const sessions = signedIn.flatMap(({ identity }) => identity.caller.sessionId ?? []);
  if (sessions.length === 0) return;
  const live = await parts.identities.liveOf(sessions);
  for (const channel of signedIn) {
    const { sessionId } = channel.identity.caller;
    if (sessionId === null || live.has(sessionId)) continue;
    shutDown(parts, channel, REFUSALS.endedSession().message);
  }
}
