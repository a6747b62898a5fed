import { z } from "zod";
import { parseShallowJson } from "#server/backend/realtime/protocol/parse-json.domain.ts";
import type { Broadcast } from "#server/backend/realtime/protocol/wire.domain.ts";
import type { PresenceEntry } from "#server/backend/realtime/presence/presence-state.domain.ts";

/** What servers on one database tell each other. */
export type BusContent =
  /** A server came, or heard nothing for a while: whoever gets it answers with its presences. */
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

/** One notice with its sender; `long` names the row that holds what is too long for a notice. */
export type BusNotice = { readonly from: string } & (
  | { readonly content: BusContent }
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
const noticeSchema = z.union([
  z.object({ from: z.uuid(), long: z.uuid() }),
  z.object({ from: z.uuid(), content: contentSchema }),
]);

/** Writes what a notice, or its row, says. */
export function writeContent(content: BusContent): string {
  if (content.type !== "broadcast" || content.broadcast.kind !== "named") {
    return JSON.stringify(content);
  }
  const body = content.broadcast.body.toString("base64");
  return JSON.stringify({ ...content, broadcast: { ...content.broadcast, body, meta: null } });
}

/** Reads a notice; null for one that no server of this version wrote. */
export function readNotice(text: string): BusNotice | null {
  return noticeSchema.safeParse(parseShallowJson(text)).data ?? null;
}

/** Reads the content out of its row. */
export function readContent(text: string): BusContent | null {
  return contentSchema.safeParse(parseShallowJson(text)).data ?? null;
}
