import { z } from "zod";
import { CHANNEL_ERRORS, ChannelError } from "#server/backend/realtime/protocol/channel-errors.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import type { Channel } from "./channel.ts";
import { readRights } from "./join-channel.ts";
import { shutDown } from "./leave-channel.ts";

const messageSchema = z.object({ access_token: z.string() });

/**
 * Takes a new token of a client: rights are asked for anew, and a channel that lost them is closed. The
 * token that is known, none, and keys are no news.
 */
export async function renewToken(
  parts: RealtimeDeps,
  channel: Channel,
  payload: unknown,
): Promise<void> {
  const token = messageSchema.safeParse(payload).data?.access_token;
  if (token === undefined || token === channel.token || token.startsWith("sb_")) return;
  try {
    const identity = await parts.identities.read(token);
    const before = channel.read;
    const read = await readRights(parts, {
      identity,
      isPrivate: channel.config.isPrivate,
      name: channel.name,
      clientAddress: channel.connection.clientAddress,
      isPresenceEnabled: channel.presence.isEnabled,
    });
    const hasLost =
      (before.broadcast && !read.broadcast) ||
      (channel.presence.isEnabled && before.presence && !read.presence);
    if (hasLost) throw CHANNEL_ERRORS.lostRead(channel.name);
    channel.token = token;
    channel.identity = identity;
    channel.read = read;
    channel.write.clear();
    await parts.changes.subscribeAndTell(channel);
  } catch (error) {
    shutDown(parts, channel, messageOf(error));
    if (!(error instanceof ChannelError) && !isDatabaseUnavailable(error)) throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof ChannelError ? error.message : CHANNEL_ERRORS.noDatabase().message;
}
