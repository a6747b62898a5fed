import { createHmac, randomUUID } from "node:crypto";
import { z } from "zod";
import type { BackendDeps } from "#server/backend/context.ts";

/** How servers on one database tell each other what they have counted. */
export type SharedRateCounters = {
  /** Counts one more for somebody, at the other servers within a moment. */
  tell(kind: string, subject: string): void;
  /** Begins to hear them; what they counted while the database was away is lost. */
  follow(hear: (kind: string, subject: string, count: number) => void): Promise<void>;
  /** Another name of somebody, by which the servers know the same one and nobody else does. */
  alias(subject: string): string;
  /** Tells what is not told yet. */
  close(): Promise<void>;
};

const CHANNEL = "rate_counts";
/** Who comes to several servers at once gets as much more as arrives in this time. */
const TELL_EVERY_MS = 200;
/** PostgreSQL refuses notices of 8,000 bytes; an entry has about 40. */
const COUNTS_PER_NOTICE = 120;
/** Of more strangers at once than this the rest counts where it comes. */
const WAITING_LIMIT = 6_000;
const ALIAS_LENGTH = 16;

const noticeSchema = z.object({
  from: z.string(),
  counts: z.array(z.tuple([z.string(), z.string(), z.number().int().positive()])),
});
type Count = z.infer<typeof noticeSchema>["counts"][number];

/** Makes the exchange of one server; it costs a short statement five times a second, and nothing at rest. */
export function createSharedCounts({
  database,
  keys,
  log,
}: Pick<BackendDeps, "database" | "keys" | "log">): SharedRateCounters {
  const server = randomUUID();
  const waiting = new Map<string, Count>();
  let timer: NodeJS.Timeout | null = null;
  let telling = Promise.resolve();

  const send = async (counts: readonly Count[]): Promise<void> => {
    const starts = counts.flatMap((_, at) => (at % COUNTS_PER_NOTICE === 0 ? [at] : []));
    const texts = starts.map((at) =>
      JSON.stringify({ from: server, counts: counts.slice(at, at + COUNTS_PER_NOTICE) }),
    );
    await database.realtime`
      select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) as text`;
  };
  const flush = (): void => {
    timer = null;
    const counts = [...waiting.values()];
    waiting.clear();
    telling = telling
      .then(() => send(counts))
      .catch((error: unknown) => log.warn({ event: "rate_counts_not_told", err: error }));
  };

  return {
    tell(kind, subject) {
      const key = `${kind} ${subject}`;
      const before = waiting.get(key);
      if (before === undefined && waiting.size >= WAITING_LIMIT) return;
      waiting.set(key, [kind, subject, (before?.[2] ?? 0) + 1]);
      timer ??= setTimeout(flush, TELL_EVERY_MS);
    },
    async follow(hear) {
      await database.listen(CHANNEL, {
        onNotice(text) {
          const notice = readNotice(text);
          if (notice === null || notice.from === server) return;
          for (const count of notice.counts) hear(...count);
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
      await telling;
    },
  };
}

function readNotice(text: string): z.infer<typeof noticeSchema> | null {
  try {
    return noticeSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
