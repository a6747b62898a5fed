import { randomUUID } from "node:crypto";
import type { BackendDeps } from "#server/backend/context.ts";
import { type BusContent, readContent, readNotice, writeContent } from "./bus-messages.ts";

/** What the server does with what it hears. */
export type BusListener = {
  onContent(from: string, content: BusContent): void;
  /** A server came that must learn what we have. */
  onServerCame(server: string): void;
  onServerLeft(server: string): void;
};

/** The way between servers on one database; it costs nothing while there is one alone. */
export type Bus = {
  readonly server: string;
  /** Announces this server; resolves when it hears others. @throws the database's error. */
  start(): Promise<void>;
  /** Tells the other servers, in order; what cannot be told while the database is away is lost. */
  publish(content: BusContent): void;
  close(): Promise<void>;
};

const CHANNEL = "realtime_bus";
/** PostgreSQL refuses longer notices (8,000 bytes); the sender's name and quotes take the rest. */
const NOTICE_LIMIT_BYTES = 7_800;
const BUS_HEARTBEAT_MS = 10_000;
const GONE_AFTER_S = 30;
const LONG_NOTICE_KEPT_S = 60;
/** More than this waits only while the database is away. */
const QUEUE_LIMIT = 10_000;

/**
 * Makes the bus. Notices are PostgreSQL's own (LISTEN and NOTIFY); each server has a row that says when it
 * was last seen, so that one that was killed is known to be gone.
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
  let pulse: NodeJS.Timeout | null = null;
  let isListening = false;
  let isClosed = false;

  const meet = (other: string): void => {
    if (other === server || others.has(other)) return;
    others.add(other);
    listener.onServerCame(other);
  };
  const lose = (other: string): void => {
    if (others.delete(other)) listener.onServerLeft(other);
  };
  const look = async (): Promise<void> => {
    const rows = await database.realtime<{ id: string }[]>`
      with own as (
        insert into realtime.servers (id) values (${server})
        on conflict (id) do update set seen_at = now()
      ), gone as (
        delete from realtime.servers
        where seen_at < now() - make_interval(secs => ${GONE_AFTER_S}) and id <> ${server}
      ), old as (
        delete from realtime.long_notices
        where made_at < now() - make_interval(secs => ${LONG_NOTICE_KEPT_S})
      )
      select id from realtime.servers
      where seen_at >= now() - make_interval(secs => ${GONE_AFTER_S})`;
    const seen = new Set(rows.map(({ id }) => id));
    for (const other of seen) meet(other);
    for (const other of others) if (!seen.has(other)) lose(other);
  };
  const send = async (texts: readonly string[]): Promise<void> => {
    const contents = texts.map((text) => {
      const isLong = Buffer.byteLength(text) > NOTICE_LIMIT_BYTES;
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
  const hear = async (text: string): Promise<void> => {
    const notice = readNotice(text);
    if (notice === null || notice.from === server || isClosed) return;
    const content = "content" in notice ? notice.content : await fetchLong(notice.long);
    if (content === null) return;
    if (content.type === "bye") {
      lose(notice.from);
      return;
    }
    if (content.type === "hello") others.add(notice.from);
    else meet(notice.from);
    listener.onContent(notice.from, content);
  };
  const fetchLong = async (id: string): Promise<BusContent | null> => {
    const rows = await database.realtime<{ content: string }[]>`
      select content from realtime.long_notices where id = ${id}`;
    return rows[0] === undefined ? null : readContent(rows[0].content);
  };
  const warn = (error: unknown): void => {
    log.warn({ event: "realtime_bus_failed", err: error });
  };

  const listen = async (): Promise<void> => {
    if (isListening) return;
    await database.listen(CHANNEL, {
      onNotice: (text) => {
        receiving = receiving.then(() => hear(text)).catch(warn);
      },
      // Also after a lost connection: what was said meanwhile is asked for anew.
      onStart: () => bus.publish({ type: "hello" }),
    });
    isListening = true;
  };
  const beat = (): void => {
    look().then(
      () => report?.("realtime", null),
      () => report?.("realtime", "the servers on the database cannot hear each other"),
    );
  };

  const bus: Bus = {
    server,
    async start() {
      // Of two that start at once, whoever listens later finds the other's row, and its hello is heard.
      await look();
      await listen();
      await look();
      pulse ??= setInterval(beat, BUS_HEARTBEAT_MS);
      pulse.unref();
    },
    publish(content) {
      if (others.size === 0 && content.type !== "hello") return;
      if (isClosed || queue.length >= QUEUE_LIMIT) return;
      queue.push(writeContent(content));
      sending ??= Promise.resolve().then(drain);
    },
    async close() {
      if (pulse === null) return;
      clearInterval(pulse);
      bus.publish({ type: "bye" });
      isClosed = true;
      await sending;
      await database.realtime`delete from realtime.servers where id = ${server}`.catch(warn);
    },
  };
  return bus;
}
