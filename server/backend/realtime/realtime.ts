import { Hono } from "hono";
import type { SessionLiveness } from "#server/backend/auth/store/session-liveness.ts";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import { createIdentityReader } from "./access/identity.ts";
import { createLimits } from "./access/limits.ts";
import { createTopicPolicies } from "./access/topic-policies.ts";
import { createChangeFeed } from "./changes/change-feed.ts";
import { type Bus, createBus } from "./bus/bus.ts";
import type { BusContent } from "./bus/bus-messages.ts";
import { topicKey } from "./channels/channel.ts";
import { createHub } from "./channels/hub.ts";
import { followAccessChanges } from "./channels/follow-access.ts";
import { createPresences } from "./channels/presence-tracker.ts";
import {
  followMessages,
  maintainMessagePartitions,
  createMessageHistory,
} from "./messages/message-store.ts";
import type { RealtimeDeps } from "./realtime-deps.ts";
import { broadcastRoutes } from "./routes/broadcast-routes.ts";
import { acceptRealtimeSocket } from "./routes/socket-route.ts";
import { registerRealtimeMetrics } from "./realtime-metrics.ts";
import { createSockets } from "./sockets/sockets.ts";

export type Realtime = {
  /** Routes below /realtime/v1. */
  readonly app: Hono<BackendEnv>;
  /** Sends a message of the server itself to the sockets of this process on a private topic. */
  tell(topic: string, event: string, payload: object): void;
  /** From now on nobody joins, and every client is asked to come back elsewhere. */
  stop(): Promise<void>;
  /** Says farewell to the other servers; call it before the database is closed. */
  close(): Promise<void>;
};

/**
 * Channels over WebSocket: messages between clients, who is there, and what happens in the database.
 *
 * Threat: a stranger sends any frame, as often as they like, and reads as slowly. Frames are bounded and
 * parsed before anything looks at them; messages, joins and sockets are counted (limits.ts); who reads too
 * slowly is cut off (connection.ts). Private channels belong to policies on `realtime.messages`, rows to
 * those of their table: PostgreSQL decides each, as the caller's role (topic-policies.ts). Accepted:
 * whoever has the publishable key may send to any public channel, as on Supabase.
 */
export function createRealtime(deps: BackendDeps, liveness: SessionLiveness): Realtime {
  const { database, log, now, settings } = deps;
  const limits = createLimits(settings.rateLimitFactor);
  const hub = createHub(() => limits.messagesOfTopic());
  const bus: Bus = createBus(deps, {
    onContent(from, content) {
      if (content.type === "broadcast") hub.broadcast(content.key, content.broadcast);
      else if (content.type === "hello") bus.publish(presences.own());
      else if (content.type !== "bye") presences.hear(from, content);
    },
    onServerCame: () => bus.publish(presences.own()),
    onServerLeft: (server) => presences.forget(server),
  });
  const publish = (content: BusContent): void => bus.publish(content);
  const presences = createPresences({ hub, server: bus.server, publish });
  const changes = createChangeFeed({ database, log, server: bus.server });
  let isStopping = false;
  const parts: RealtimeDeps = {
    log,
    now,
    limits,
    traffic: { received: 0, sent: 0, dropped: 0 },
    hub,
    presences,
    changes,
    identities: createIdentityReader(deps, liveness),
    policies: createTopicPolicies(database),
    history: createMessageHistory(database),
    publish,
    isStopping: () => isStopping,
  };
  const sockets = createSockets(parts);
  registerRealtimeMetrics(deps, parts, sockets);
  const days = maintainMessagePartitions(deps);
  const steps = [
    startOnce(() => followMessages(deps, hub)),
    startOnce(() => followAccessChanges(deps, parts)),
    startOnce(() => changes.start()),
    startOnce(() => bus.start()),
  ];
  const start = async (): Promise<void> => {
    for (const step of steps) await step();
  };

  const app = new Hono<BackendEnv>();
  app.get("/websocket", (c) => acceptRealtimeSocket({ parts, sockets, start }, c));
  app.route("/", broadcastRoutes({ parts, start }));
  return {
    app,
    tell(topic, event, payload) {
      const body = Buffer.from(JSON.stringify(payload));
      const key = topicKey(topic, true);
      hub.broadcast(key, { kind: "named", event, encoding: "json", body, meta: null });
    },
    async stop() {
      isStopping = true;
      await sockets.close();
    },
    async close() {
      isStopping = true;
      days.stop();
      changes.stop();
      await sockets.close();
      await bus.close();
    },
  };
}

/** Runs the work at the first call; a later call waits for it, or tries anew when it failed. */
function startOnce(work: () => Promise<void>): () => Promise<void> {
  let started: Promise<void> | null = null;
  return () => {
    started ??= work().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };
}
