import { z } from "zod";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { Channel } from "./channel.ts";
import { closeRejected, refreshRights } from "./channel-rights.ts";

const messageSchema = z.object({ access_token: z.string() });

/**
 * Replaces a channel's token: evaluates the rights again, and closes a channel that lost them.
 * Ignores the same token, no token, and keys.
 */
export async function renewToken(
  deps: RealtimeDeps,
  channel: Channel,
  payload: unknown,
): Promise<void> {
  const token = messageSchema.safeParse(payload).data?.access_token;
  if (token === undefined || token === channel.token || token.startsWith("sb_")) return;
  try {
    const { revision } = deps.hub.access;
    const identity = await deps.identities.read(token);
    await refreshRights(deps, channel, identity);
    if (deps.hub.access.revision !== revision) await refreshRights(deps, channel, identity);
    channel.token = token;
    await deps.changes.subscribeAndReport(channel);
  } catch (error) {
    closeRejected(deps, channel, error);
  }
}
