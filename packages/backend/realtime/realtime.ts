import type { BackendDeps, BackendEnv } from "#backend/context.ts";
import type { RealtimeDeps } from "./realtime-deps.ts";
import { type Sockets, createSockets } from "./sockets/sockets.ts";
import { Hono } from "hono";
import type { SessionLiveness } from "#backend/auth/store/session-liveness.ts";
import { rateLimit } from "#backend/gateway/rate-limits.ts";
import { createIdentityReader } from "./access/identity.ts";
import { createLimits } from "./access/limits.ts";
import { createTopicPolicies } from "./access/topic-policies.ts";
import { createChangeFeed } from "./changes/change-feed.ts";
import { type Bus, createBus } from "./bus/bus.ts";
import type { BusMessage } from "./bus/bus-messages.ts";
import { topicKey } from "./channels/channel.ts";
import { createHub } from "./channels/hub.ts";
import { watchAccessChanges } from "./channels/channel-rights.ts";
import { createPresences } from "./channels/presence-tracker.ts";
import { watchMessages, maintainMessagePartitions, createMessageHistory } from "./message-store.ts";
import { broadcastRoutes, acceptRealtimeSocket } from "./realtime-routes.ts";

export type Realtime = {
  /** Routes below /realtime/v1. */
  readonly app: Hono<BackendEnv>;
  /** Sends a message of the server to this process's sockets on a private topic. */
  tell(topic: string, event: string, payload: object): void;
  /** Rejects joins from now on, and asks every client to reconnect elsewhere. */
  stop(): Promise<void>;
  /** Leaves the bus. Call it before the database is closed. */
  close(): Promise<void>;
};

/**
 * Creates channels over WebSocket: broadcasts, presences and database changes.
 *
 * Threat: any client sends any frame at any rate and reads slowly. Frames are bounded and parsed
 * first; messages, joins and sockets are counted (limits.ts); slow readers are disconnected
 * (connection.ts). Policies on `realtime.messages` protect private channels, those of a table
 * protect its rows; PostgreSQL evaluates them as the caller's role (topic-policies.ts). Accepted:
 * every holder of the publishable key may send to any public channel, as on Supabase.
 */
export function createRealtime(deps: BackendDeps, liveness: SessionLiveness): Realtime {
  const { database, log, now, settings } = deps;
  const limits = createLimits(settings.rateLimitFactor);
  const hub = createHub(() => limits.messagesOfTopic());
  const bus: Bus = createBus(deps, {
    onMessage(from, content) {
      if (content.type === "broadcast") hub.broadcast(content.key, content.broadcast);
      else if (content.type === "hello") bus.publish(presences.snapshot());
      else if (content.type !== "bye") presences.applyRemote(from, content);
    },
    onServerJoined: () => bus.publish(presences.snapshot()),
    onServerLeft: (server) => presences.removeServer(server),
  });
  const publish = (content: BusMessage): void => bus.publish(content);
  const presences = createPresences({ hub, server: bus.server, publish });
  const changes = createChangeFeed({ database, log, server: bus.server });
  let isStopping = false;
  const realtimeDeps: RealtimeDeps = {
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
  const sockets = createSockets(realtimeDeps);
  registerRealtimeMetrics(deps, realtimeDeps, sockets);
  const days = maintainMessagePartitions(deps);
  const steps = [
    startOnce(() => watchMessages(deps, hub)),
    startOnce(() => watchAccessChanges(deps, realtimeDeps)),
    startOnce(() => changes.start()),
    startOnce(() => bus.start()),
  ];
  const start = async (): Promise<void> => {
    for (const step of steps) await step();
  };

  const app = new Hono<BackendEnv>();
  // The limits of this service count sockets: a hall that reconnects at once shares one IP.
  app.get("/websocket", rateLimit(), (c) =>
    acceptRealtimeSocket({ realtime: realtimeDeps, sockets, start }, c),
  );
  app.route("/", broadcastRoutes({ realtime: realtimeDeps, start }));
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

/** Runs the work at the first call. Later calls await it, or retry after a failure. */
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

/** Registers the metrics of this process's sockets and channels. */
function registerRealtimeMetrics(
  { metrics }: Pick<BackendDeps, "metrics">,
  { hub, traffic }: Pick<RealtimeDeps, "hub" | "traffic">,
  sockets: Pick<Sockets, "count">,
): void {
  if (metrics === undefined) return;
  metrics.gauge("realtime_sockets", "Open sockets.", () => sockets.count());
  metrics.gauge("realtime_channels", "Joined channels.", () => [...hub.all()].length);
  metrics.countElsewhere("realtime_frames_total", "Frames of all sockets.", () => [
    { labels: { way: "in" }, value: traffic.received },
    { labels: { way: "out" }, value: traffic.sent },
  ]);
  metrics.countElsewhere(
    "realtime_dropped_total",
    "Sockets that were ended because their reader was too slow.",
    () => traffic.dropped,
  );
}
