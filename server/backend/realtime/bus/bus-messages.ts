import { z } from "zod";
import { parseShallowJson, type Broadcast } from "#server/backend/realtime/protocol/wire.domain.ts";
import type { PresenceEntry } from "#server/backend/realtime/channels/presence-state.domain.ts";

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

const entry = z.object({
  key: z.string(),
  meta: z.looseObject({ phx_ref: z.string() }),
});
const bytes = z.string().transform((text) => Buffer.from(text, "base64"));
const broadcast = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("named"),
    event: z.string(),
    encoding: z.enum(["json", "binary"]),
    body: bytes,
    meta: z.null(),
  }),
  z.object({ kind: z.literal("plain"), payload: z.unknown() }),
]);
const contentSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello") }),
  z.object({ type: z.literal("bye") }),
  z.object({ type: z.literal("broadcast"), key: z.string(), broadcast }),
  z.object({
    type: z.literal("presence"),
    key: z.string(),
    joins: z.array(entry),
    leaves: z.array(z.string()),
  }),
  z.object({
    type: z.literal("presences"),
    topics: z.array(z.tuple([z.string(), z.array(entry)])),
  }),
]);
const notificationSchema = z.union([
  z.object({ from: z.uuid(), long: z.uuid() }),
  z.object({ from: z.uuid(), content: contentSchema }),
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
  return notificationSchema.safeParse(parseShallowJson(text)).data ?? null;
}

/** Parses the content of a row. */
export function parseContent(text: string): BusMessage | null {
  return contentSchema.safeParse(parseShallowJson(text)).data ?? null;
}
