import { isWithin } from "@reign-tv/kit/durations.ts";
import type { EndReason, IngestSink } from "#ingest/ingest-sink.ts";
import type { Publisher } from "./worker-messages.ts";

/**
 * A new connection takes the place of one that has sent nothing for so long: an encoder that comes back after its
 * network was away still has its old connection here.
 */
export const SILENT_MS = 3_000;

type Entry = {
  lastMediaMs: number;
  disconnect: (reason: EndReason) => void;
  ended: PromiseWithResolvers<void>;
};

/** Lets one connection at a time publish for an id. */
export type Publishers = {
  /**
   * Opens the sink of a connection.
   *
   * @param disconnect ends the connection, whose side then calls the sink's `end`.
   * @returns null while another connection sends for the same id.
   */
  claim(publisher: Publisher, disconnect: (reason: EndReason) => void): Promise<IngestSink | null>;
  stop(publisherId: string, reason: EndReason): void;
};

/** @param open opens the sink behind a connection. */
export function createPublishers({
  now,
  open,
}: {
  now: () => number;
  open: (publisher: Publisher) => Promise<IngestSink>;
}): Publishers {
  const entries = new Map<string, Entry>();

  async function openFor(publisher: Publisher, entry: Entry): Promise<IngestSink> {
    function forget(): void {
      if (entries.get(publisher.publisherId) === entry) entries.delete(publisher.publisherId);
      entry.ended.resolve();
    }
    try {
      const sink = await open(publisher);
      return {
        push(event) {
          entry.lastMediaMs = now();
          return sink.push(event);
        },
        async end(reason, detail) {
          await sink.end(reason, detail);
          forget();
        },
      };
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    async claim(publisher, disconnect) {
      const former = entries.get(publisher.publisherId);
      if (former && isWithin(SILENT_MS, former.lastMediaMs, now())) return null;
      const ended = Promise.withResolvers<void>();
      const entry: Entry = { lastMediaMs: now(), disconnect, ended };
      entries.set(publisher.publisherId, entry);
      former?.disconnect("replaced");
      await former?.ended.promise;
      return openFor(publisher, entry);
    },
    stop(publisherId, reason) {
      entries.get(publisherId)?.disconnect(reason);
    },
  };
}
