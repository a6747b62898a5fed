import { createHmac, randomUUID } from "node:crypto";
import * as v from "valibot";
import type { BackendDeps } from "#backend/context.ts";

/** Exchanges rate counters between servers on one database. */
export type SharedRateCounters = {
  /** Counts a request for the other servers. */
  publish(kind: string, subject: string): void;
  /** Subscribes to the counts of other servers. Counts sent while the database is down are lost. */
  subscribe(onCount: (kind: string, subject: string, count: number) => void): Promise<void>;
  /** Returns a keyed hash that all servers on the database share. */
  alias(subject: string): string;
  /** Sends pending counts. */
  close(): Promise<void>;
};

const CHANNEL = "rate_counts";
/**
 * Counters lag by this much, so a client that uses several servers can exceed its limit by that.
 */
const PUBLISH_INTERVAL_MS = 200;
/** PostgreSQL limits NOTIFY payloads to 8,000 bytes; an entry has about 40. */
const COUNTS_PER_NOTIFICATION = 120;
/** Limit on pending subjects; further ones count on this server only. */
const MAX_PENDING = 6_000;
const ALIAS_LENGTH = 16;

const notificationSchema = v.object({
  from: v.string(),
  counts: v.array(
    v.strictTuple([v.string(), v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(1))]),
  ),
});
type Count = v.InferOutput<typeof notificationSchema>["counts"][number];

/** Creates the exchange of one server: at most five short statements a second, none when idle. */
export function createSharedRateCounters({
  database,
  keys,
  log,
}: Pick<BackendDeps, "database" | "keys" | "log">): SharedRateCounters {
  const server = randomUUID();
  const pending = new Map<string, Count>();
  let timer: NodeJS.Timeout | null = null;
  let sending = Promise.resolve();

  const send = async (counts: readonly Count[]): Promise<void> => {
    const starts = counts.flatMap((_, at) => (at % COUNTS_PER_NOTIFICATION === 0 ? [at] : []));
    const texts = starts.map((at) =>
      JSON.stringify({ from: server, counts: counts.slice(at, at + COUNTS_PER_NOTIFICATION) }),
    );
    await database.realtime`
      select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) as text`;
  };
  const flush = (): void => {
    timer = null;
    const counts = [...pending.values()];
    pending.clear();
    sending = sending
      .then(() => send(counts))
      .catch((error: unknown) => log.warn({ event: "rate_counts_not_told", err: error }));
  };

  return {
    publish(kind, subject) {
      const key = `${kind} ${subject}`;
      const before = pending.get(key);
      if (before === undefined && pending.size >= MAX_PENDING) return;
      pending.set(key, [kind, subject, (before?.[2] ?? 0) + 1]);
      timer ??= setTimeout(flush, PUBLISH_INTERVAL_MS);
    },
    async subscribe(onCount) {
      await database.listen(CHANNEL, {
        onNotice(text) {
          const notification = parseNotification(text);
          if (notification === null || notification.from === server) return;
          for (const count of notification.counts) onCount(...count);
        },
        onStart: () => undefined,
      });
    },
    alias: (subject) =>
      createHmac("sha256", keys.hmacSecret)
        .update(`rate-counts\0${subject}`)
        .digest("base64url")
        .slice(0, ALIAS_LENGTH),
    async close() {
      if (timer !== null) {
        clearTimeout(timer);
        flush();
      }
      await sending;
    },
  };
}

function parseNotification(text: string): v.InferOutput<typeof notificationSchema> | null {
  try {
    return v.parse(notificationSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
