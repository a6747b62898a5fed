import type { Extension } from "#backend/realtime/access/topic-policies.ts";
import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import { type Channel, pushToChannel, type ReplyTarget, reply } from "./channel.ts";
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { PRESENCE_LIMIT_BYTES } from "#backend/realtime/access/limits.ts";
import { CHANNEL_ERRORS } from "#backend/realtime/protocol/channel-errors.ts";
import { shutDown } from "./leave-channel.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Returns true when the channel isAllowed send such messages: always on public ones, by policy on private
 * ones. The policies are evaluated at the first message, until the token or the user's rights
 * change.
 *
 * @returns a boolean, not a promise, when the result is known.
 */
export function canSend(
  { policies }: Pick<RealtimeDeps, "policies">,
  channel: Channel,
  extension: Extension,
): boolean | Promise<boolean> {
  if (!channel.config.isPrivate) return true;
  const known = channel.write.get(extension);
  if (known !== undefined) return known;
  return readSendRight(policies, channel, extension);
}

async function readSendRight(
  policies: RealtimeDeps["policies"],
  channel: Channel,
  extension: Extension,
): Promise<boolean> {
  const { identity, connection, name, write } = channel;
  const member = { caller: identity.caller, clientAddress: connection.clientAddress, topic: name };
  const isAllowed = await policies.canSend(member, extension);
  write.set(extension, isAllowed);
  return isAllowed;
}

const messageSchema = v.object({ event: v.string(), payload: v.optional(v.unknown()) });

/** Handles a presence message: `track` or `untrack`, ignoring case. */
export async function trackPresence(
  deps: RealtimeDeps,
  channel: Channel,
  target: ReplyTarget,
  payload: unknown,
): Promise<void> {
  const { connection } = channel;
  const message = v.safeParse(messageSchema, payload);
  if (!message.success) {
    reply(connection, target, "ok");
    return;
  }
  if (!channel.presence.calls.take(deps.now())) {
    shutDown(deps, channel, "Client presence rate limit exceeded");
    return;
  }
  switch (message.output.event.toLowerCase()) {
    case "track":
      await track(deps, channel, target, message.output.payload ?? {});
      return;
    case "untrack":
      untrack(deps, channel);
      reply(connection, target, "ok");
      return;
    default:
      reply(connection, target, "error");
  }
}

/** Sends all presences to a channel that enabled and may read them. */
export function sendPresences({ presences }: RealtimeDeps, channel: Channel): void {
  if (!channel.presence.isEnabled || !channel.read.presence) return;
  pushToChannel(channel, "presence_state", presences.stateOf(channel.key));
}

async function track(
  deps: RealtimeDeps,
  channel: Channel,
  target: ReplyTarget,
  payload: unknown,
): Promise<void> {
  const { connection, presence } = channel;
  if (!(await canSend(deps, channel, "presence"))) {
    reply(connection, target, "error");
    return;
  }
  if (channel.isClosed) return;
  const tracked = v.safeParse(jsonObject, payload);
  if (!tracked.success) {
    reply(connection, target, "error", { reason: "Presence track payload must be a map" });
    return;
  }
  const text = JSON.stringify(tracked.output);
  if (text !== presence.tracked?.text) {
    const bytes = Buffer.byteLength(text);
    if (!canTrack(deps, channel, bytes)) return;
    publishEntry(deps, channel, tracked.output, { text, bytes });
  }
  reply(connection, target, "ok");
  if (presence.isEnabled) return;
  presence.isEnabled = true;
  sendPresences(deps, channel);
}

function canTrack(deps: RealtimeDeps, channel: Channel, bytes: number): boolean {
  const more = bytes - (channel.presence.tracked?.bytes ?? 0);
  if (bytes > PRESENCE_LIMIT_BYTES) {
    shutDown(deps, channel, "Track message size exceeded");
    return false;
  }
  if (!deps.limits.presence.take(deps.now())) {
    shutDown(deps, channel, "Too many presence messages per second");
    return false;
  }
  if (channel.connection.held.add(more)) return true;
  shutDown(deps, channel, CHANNEL_ERRORS.tooManyBytes().message);
  return false;
}

function publishEntry(
  { presences }: RealtimeDeps,
  channel: Channel,
  payload: Readonly<Record<string, unknown>>,
  { text, bytes }: { readonly text: string; readonly bytes: number },
): void {
  const { presence } = channel;
  const before = presence.tracked;
  const ref = randomUUID();
  const previous = before === null ? {} : { phx_ref_prev: before.ref };
  presence.tracked = { ref, text, bytes };
  presences.change(channel.key, {
    joins: [{ key: presence.key, meta: { ...payload, phx_ref: ref, ...previous } }],
    leaves: before === null ? [] : [before.ref],
  });
}

function untrack({ presences }: RealtimeDeps, channel: Channel): void {
  const { tracked } = channel.presence;
  if (tracked === null) return;
  channel.presence.tracked = null;
  channel.connection.held.add(-tracked.bytes);
  presences.change(channel.key, { joins: [], leaves: [tracked.ref] });
}
