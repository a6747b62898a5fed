import { randomUUID } from "node:crypto";
import type { BackendDeps } from "#backend/context.ts";
import {
  type BusMessage,
  parseContent,
  parseNotification,
  serializeContent,
} from "./bus-messages.ts";

/** Handles messages of other servers. */
export type BusListener = {
  onMessage(from: string, content: BusMessage): void;
  /** A server started and needs this server's presences. */
  onServerJoined(server: string): void;
  onServerLeft(server: string): void;
};

/** Connection between servers on one database; idle while there is only one. */
export type Bus = {
  readonly server: string;
  /** Announces this server; resolves when it receives messages. @throws the database's error. */
  start(): Promise<void>;
  /** Sends to the other servers, in order. Messages are lost while the database is unavailable. */
  publish(content: BusMessage): void;
  close(): Promise<void>;
};

const CHANNEL = "realtime_bus";
/** PostgreSQL's limit is 8,000 bytes; the sender's id and quotes take the rest. */
const NOTIFICATION_LIMIT_BYTES = 7_800;
const BUS_HEARTBEAT_MS = 10_000;
const GONE_AFTER_S = 30;
const LONG_MESSAGE_TTL_S = 60;
/** The queue only grows this long while the database is unavailable. */
const QUEUE_LIMIT = 10_000;

/**
 * Creates the bus on LISTEN and NOTIFY. Each server has a row with its last heartbeat, so that
 * others notification a killed one.
 */
export function createBus(
  { database, log, report }: Pick<BackendDeps, "database" | "log" | "report">,
  listener: BusListener,
): Bus {
  const server = randomUUID();
  const others = new Set<string>();
  const queue: string[] = [];
  let sending: Promise<void> | null = null;
  let receiving: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let isListening = false;
  let isClosed = false;

  const addServer = (other: string): void => {
    if (other === server || others.has(other)) return;
    others.add(other);
    listener.onServerJoined(other);
  };
  const removeServer = (other: string): void => {
    if (others.delete(other)) listener.onServerLeft(other);
  };
  const heartbeat = async (): Promise<void> => {
    const rows = await database.realtime<{ id: string }[]>`
      with own as (
        insert into realtime.servers (id) values (${server})
        on conflict (id) do update set seen_at = now()
      ), gone as (
        delete from realtime.servers
        where seen_at < now() - make_interval(secs => ${GONE_AFTER_S}) and id <> ${server}
      ), old as (
        delete from realtime.long_notices
        where made_at < now() - make_interval(secs => ${LONG_MESSAGE_TTL_S})
      )
      select id from realtime.servers
      where seen_at >= now() - make_interval(secs => ${GONE_AFTER_S})`;
    const seen = new Set(rows.map(({ id }) => id));
    for (const other of seen) addServer(other);
    for (const other of others) if (!seen.has(other)) removeServer(other);
  };
  const send = async (texts: readonly string[]): Promise<void> => {
    const contents = texts.map((text) => {
      const isLong = Buffer.byteLength(text) > NOTIFICATION_LIMIT_BYTES;
      return isLong ? { id: randomUUID(), text } : { id: null, text };
    });
    await database.realtime`
      with sent as (
        select * from jsonb_to_recordset(${JSON.stringify(contents)}::text::jsonb)
          as sent (id uuid, text text)
      ), kept as (
        insert into realtime.long_notices (id, content)
        select id, text from sent where id is not null
      )
      select pg_notify(${CHANNEL}, case
        when id is null then '{"from":"' || ${server} || '","content":' || text || '}'
        else json_build_object('from', ${server}::text, 'long', id)::text end)
      from sent`;
  };
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const texts = queue.splice(0);
      await send(texts).catch((error: unknown) => {
        log.warn({ event: "realtime_bus_failed", lost: texts.length, err: error });
      });
    }
    sending = null;
  };
  const receive = async (text: string): Promise<void> => {
    const notification = parseNotification(text);
    if (notification === null || notification.from === server || isClosed) return;
    const content =
      "content" in notification ? notification.content : await fetchLong(notification.long);
    if (content === null) return;
    if (content.type === "bye") {
      removeServer(notification.from);
      return;
    }
    if (content.type === "hello") others.add(notification.from);
    else addServer(notification.from);
    listener.onMessage(notification.from, content);
  };
  const fetchLong = async (id: string): Promise<BusMessage | null> => {
    const rows = await database.realtime<{ content: string }[]>`
      select content from realtime.long_notices where id = ${id}`;
    return rows[0] === undefined ? null : parseContent(rows[0].content);
  };
  const warn = (error: unknown): void => {
    log.warn({ event: "realtime_bus_failed", err: error });
  };

  const listen = async (): Promise<void> => {
    if (isListening) return;
    await database.listen(CHANNEL, {
      onNotice: (text) => {
        receiving = receiving.then(() => receive(text)).catch(warn);
      },
      // Also after a lost connection: hello requests the state that was missed.
      onStart: () => bus.publish({ type: "hello" }),
    });
    isListening = true;
  };
  const runHeartbeat = (): void => {
    heartbeat().then(
      () => report?.("realtime", null),
      () => report?.("realtime", "the servers on the database cannot hear each other"),
    );
  };

  const bus: Bus = {
    server,
    async start() {
      // When two servers start together, the later one finds the other's row and sends it a hello.
      await heartbeat();
      await listen();
      await heartbeat();
      timer ??= setInterval(runHeartbeat, BUS_HEARTBEAT_MS);
      timer.unref();
    },
    publish(content) {
      if (others.size === 0 && content.type !== "hello") return;
      if (isClosed || queue.length >= QUEUE_LIMIT) return;
      queue.push(serializeContent(content));
      sending ??= Promise.resolve().then(drain);
    },
    async close() {
      if (timer === null) return;
      clearInterval(timer);
      bus.publish({ type: "bye" });
      isClosed = true;
      await sending;
      await database.realtime`delete from realtime.servers where id = ${server}`.catch(warn);
    },
  };
  return bus;
}
