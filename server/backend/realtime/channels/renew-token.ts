import { z } from "zod";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { Channel } from "./channel.ts";
import { closeRefused, refreshRights } from "./channel-rights.ts";

const messageSchema = z.object({ access_token: z.string() });

/**
 * Takes a new token of a client: rights are asked for anew, and a channel that lost them is closed. The
 * token that is known, none, and keys are no news.
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
    await deps.changes.subscribeAndTell(channel);
  } catch (error) {
    closeRefused(deps, channel, error);
  }
}
