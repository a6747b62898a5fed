import * as v from "valibot";
import { parseShallowJson, type Broadcast } from "#backend/realtime/protocol/wire.domain.ts";
import type { PresenceEntry } from "#backend/realtime/channels/presence-state.domain.ts";

/** Messages between servers on one database. */
export type BusMessage =
  /** A server started or may have missed messages; receivers reply with their presences. */
  | { readonly type: "hello" }
  | { readonly type: "bye" }
  | {
      readonly type: "broadcast";
      readonly key: string;
      readonly broadcast: Broadcast;
    }
  | {
      readonly type: "presence";
      readonly key: string;
      readonly joins: readonly PresenceEntry[];
      readonly leaves: readonly string[];
    }
  /** All presences of the sender, by topic. */
  | {
      readonly type: "presences";
      readonly topics: readonly (readonly [string, PresenceEntry[]])[];
    };

/**
 * One notification with its sender; `long` names the row of a content that exceeds a notification.
 */
export type BusNotification = { readonly from: string } & (
  | { readonly content: BusMessage }
  | { readonly long: string }
);

const entry = v.object({
  key: v.string(),
  meta: v.looseObject({ phx_ref: v.string() }),
});
const bytes = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, "base64")),
);
const broadcast = v.variant("kind", [
  v.object({
    kind: v.literal("named"),
    event: v.string(),
    encoding: v.picklist(["json", "binary"]),
    body: bytes,
    meta: v.null(),
  }),
  v.object({ kind: v.literal("plain"), payload: v.unknown() }),
]);
const contentSchema = v.variant("type", [
  v.object({ type: v.literal("hello") }),
  v.object({ type: v.literal("bye") }),
  v.object({ type: v.literal("broadcast"), key: v.string(), broadcast }),
  v.object({
    type: v.literal("presence"),
    key: v.string(),
    joins: v.array(entry),
    leaves: v.array(v.string()),
  }),
  v.object({
    type: v.literal("presences"),
    topics: v.array(v.strictTuple([v.string(), v.array(entry)])),
  }),
]);
const uuid = v.pipe(v.string(), v.uuid());
const notificationSchema = v.union([
  v.object({ from: uuid, long: uuid }),
  v.object({ from: uuid, content: contentSchema }),
]);

/** Serializes the content of a notification or its row. */
export function serializeContent(content: BusMessage): string {
  if (content.type !== "broadcast" || content.broadcast.kind !== "named") {
    return JSON.stringify(content);
  }
  const body = content.broadcast.body.toString("base64");
  return JSON.stringify({ ...content, broadcast: { ...content.broadcast, body, meta: null } });
}

/** Parses a notification; null for one of another version. */
export function parseNotification(text: string): BusNotification | null {
  const notification = v.safeParse(notificationSchema, parseShallowJson(text));
  return notification.success ? notification.output : null;
}

/** Parses the content of a row. */
export function parseContent(text: string): BusMessage | null {
  const content = v.safeParse(contentSchema, parseShallowJson(text));
  return content.success ? content.output : null;
}
