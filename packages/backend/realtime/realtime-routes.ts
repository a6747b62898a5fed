import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { NAME_LIMIT_CHARACTERS, PAYLOAD_LIMIT_BYTES } from "./access/limits.ts";
import { topicKey } from "./channels/channel.ts";
import type { NamedBroadcast } from "./message-store.ts";
import type { RealtimeDeps } from "./realtime-deps.ts";
import {
  isJson,
  parseShallowJson,
  type Persist,
  persistOfQuery,
  type WireVersion,
} from "./protocol/wire.domain.ts";
import type { HandshakeInfo, Sockets } from "./sockets/sockets.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import { socketOf } from "@reign-tv/kit/http/web-sockets.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

export type RouteDeps = {
  readonly realtime: RealtimeDeps;
  /** Starts receiving from the database and other servers; resolves at once when started. */
  readonly start: () => Promise<void>;
};

/** One message of an HTTP request. */
type PostedMessage = {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly broadcast: NamedBroadcast;
  /** Null stores nothing for replay. */
  readonly persist: Persist | null;
};

const TOPIC_TOO_LONG = `should be at most ${NAME_LIMIT_CHARACTERS} character(s)`;
const text = v.pipe(v.string(), v.minLength(1, "can't be blank"));
const batchSchema = v.object({
  messages: v.pipe(
    v.array(
      v.object({
        topic: v.pipe(text, v.maxLength(NAME_LIMIT_CHARACTERS, TOPIC_TOO_LONG)),
        event: text,
        payload: jsonObject,
        private: v.nullish(v.boolean()),
      }),
    ),
    v.minLength(1, "can't be blank"),
  ),
});

/**
 * Creates the routes `POST /api/broadcast` for a batch, and the URL of one message for `httpSend`.
 */
export function broadcastRoutes({ realtime, start }: RouteDeps): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();

  app.post("/api/broadcast", async (c) => {
    const batch = v.safeParse(batchSchema, parseShallowJson(await c.req.text()));
    if (!batch.success) return c.json({ errors: errorsOf(batch.issues) }, 422);
    const messages = batch.output.messages.map(
      ({ topic, event, payload, private: isPrivate }): PostedMessage => ({
        topic,
        isPrivate: isPrivate === true,
        broadcast: named(event, "json", Buffer.from(JSON.stringify(payload))),
        persist: null,
      }),
    );
    return send(c, messages);
  });

  app.post("/api/broadcast/:topic/events/:event", async (c) => {
    const { topic, event } = c.req.param();
    if (topic.length > NAME_LIMIT_CHARACTERS) {
      return c.json({ errors: { topic: [TOPIC_TOO_LONG] } }, 422);
    }
    const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const body = Buffer.from(await c.req.arrayBuffer());
    const isBinary = type === "application/octet-stream";
    if (!isBinary && type !== "application/json") {
      return c.json({ message: "Content-Type must be JSON or application/octet-stream" }, 415);
    }
    if (!isBinary && !isJson(body.toString("utf8")))
      return c.json({ message: "The body is no JSON" }, 422);
    const broadcast = named(event, isBinary ? "binary" : "json", body);
    const isPrivate = c.req.query("private") === "true";
    const persist = persistOfQuery(c.req.query());
    if (persist !== null && !isPrivate) {
      return c.json({ message: "Public channels keep no messages" }, 422);
    }
    return send(c, [{ topic, isPrivate, broadcast, persist }]);
  });

  async function send(
    c: Context<BackendEnv>,
    messages: readonly PostedMessage[],
  ): Promise<Response> {
    const nowMs = realtime.now();
    if (messages.some(({ broadcast }) => broadcast.body.length > PAYLOAD_LIMIT_BYTES)) {
      return c.json({ message: "Payload size exceeds tenant limit" }, 422);
    }
    if (!realtime.limits.messages.take(nowMs, messages.length)) {
      const isBatch = messages.length > 1 && realtime.limits.messages.take(nowMs);
      return c.json({ message: isBatch ? BATCH_TOO_LARGE : RATE_EXCEEDED }, 429);
    }
    await start();
    for (const message of await permitted(realtime, c, messages)) {
      const { topic, broadcast, persist } = message;
      if (persist !== null) await realtime.history.save(topic, broadcast, persist);
      const key = topicKey(topic, message.isPrivate);
      realtime.hub.broadcast(key, broadcast);
      realtime.publish({ type: "broadcast", key, broadcast });
    }
    return c.body(null, 202);
  }
  return app;
}

const RATE_EXCEEDED = "You have exceeded your rate limit";
const BATCH_TOO_LARGE = "Too many messages to broadcast, please reduce the batch size";

/** Drops messages to private topics that the caller may not send to, silently as upstream. */
async function permitted(
  { policies }: RealtimeDeps,
  c: Context<BackendEnv>,
  messages: readonly PostedMessage[],
): Promise<readonly PostedMessage[]> {
  const caller = c.get("caller");
  const clientAddress = c.get("clientAddress");
  const topics = new Set(messages.flatMap((sent) => (sent.isPrivate ? [sent.topic] : [])));
  const allowed = new Set<string>();
  for (const topic of topics) {
    if (await policies.canSend({ caller, clientAddress, topic }, "broadcast")) allowed.add(topic);
  }
  return messages.filter(({ isPrivate, topic }) => !isPrivate || allowed.has(topic));
}

function named(event: string, encoding: "json" | "binary", body: Buffer): NamedBroadcast {
  return { kind: "named", event, encoding, body, meta: null };
}

/** Returns the errors by message and field. */
function errorsOf(issues: readonly v.InferIssue<typeof batchSchema>[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? "messages";
    errors.set(field, [...(errors.get(field) ?? []), issue.message]);
  }
  return Object.fromEntries(errors);
}

/** Responds to the handshake; an error is `{error}`. */
export async function acceptRealtimeSocket(
  { realtime, sockets, start }: RouteDeps & { readonly sockets: Sockets },
  c: Context<BackendEnv>,
): Promise<Response> {
  const accept = socketOf(c.env);
  if (accept === null) return errorResponse(400, "A socket is asked for with `Upgrade: websocket`");
  if (realtime.isStopping()) return errorResponse(503, "Realtime is restarting, please standby");
  const version = versionOf(c.req.query("vsn"));
  if (version === null) return errorResponse(400, "The serializer version is not supported");
  const info: HandshakeInfo = {
    version,
    identity: { caller: c.get("caller"), expiresAtMs: null },
    clientAddress: c.get("clientAddress"),
  };
  if (sockets.isFull(info)) return errorResponse(429, "Too many connected users");
  try {
    await start();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return errorResponse(500, "Error connecting to Realtime");
  }
  accept((socket) => sockets.open(socket, info));
  return new Response(null);
}

/** Clients of the first protocol send no version. */
function versionOf(vsn: string | undefined): WireVersion | null {
  if (vsn === undefined || vsn === "1.0.0") return "1.0.0";
  return vsn === "2.0.0" ? "2.0.0" : null;
}

function errorResponse(status: 400 | 429 | 500 | 503, error: string): Response {
  return Response.json({ error }, { status });
}
