import type { Extension } from "#server/backend/realtime/access/topic-policies.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { Channel } from "./channel.ts";

/**
 * Whether the channel may send such messages: on public ones everybody, on private ones as policies say at
 * the first message; the answer holds until the token changes.
 *
 * @returns at once where the answer is known.
 */
export function canSend(
  { policies }: Pick<RealtimeDeps, "policies">,
  channel: Channel,
  extension: Extension,
): boolean | Promise<boolean> {
  if (!channel.config.isPrivate) return true;
  const known = channel.write.get(extension);
  if (known !== undefined) return known;
  return ask(policies, channel, extension);
}

async function ask(
  policies: RealtimeDeps["policies"],
  channel: Channel,
  extension: Extension,
): Promise<boolean> {
  const { identity, connection, name } = channel;
  const asker = { caller: identity.caller, clientAddress: connection.clientAddress, topic: name };
  const may = await policies.maySend(asker, extension);
  // A token that came meanwhile asks for itself.
  if (channel.identity === identity) channel.write.set(extension, may);
  return may;
}
