import { coalesceCalls } from "@reign-tv/kit/coalesce-calls.ts";
import { isWithin, SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { reportOutcome } from "@reign-tv/kit/report-outcome.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Broadcasting } from "#server/live/on-air.ts";
import type { Broadcast, BroadcastStore, PlaylistNumbers } from "./broadcast-store.ts";
import {
  measuredRate,
  type Rendition,
} from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import type { IndexEntry } from "@reign-tv/ingest/segments/segment-index.ts";
import { entrySchema } from "./segment-entry.ts";
import * as v from "valibot";

/** A broadcast with its segments so far, in order. */
export type Watched = Broadcast & { readonly entries: readonly IndexEntry[] };

/** Interval of reads while a broadcast runs, which also carry the segments of other servers. */
const RUNNING_INTERVAL_MS = SECOND_MS;
/** Without one, the database tells of a start. */
const IDLE_INTERVAL_MS = 10 * SECOND_MS;
const PRUNE_INTERVAL_MS = 10 * 60 * SECOND_MS;
/** Newest segments whose sizes tell the bit rate. */
export const MEASURED_SEGMENTS = 30;

type BroadcastWatchDeps = {
  store: Pick<BroadcastStore, "recent" | "segmentsFrom" | "end" | "prune">;
  /** This server receives it: only a heartbeat is late. */
  isReceiving: (id: string) => boolean;
  /** Numbers that continue the channel's playlist after a broadcast whose server is gone. */
  shiftAfter: (broadcast: Watched) => PlaylistNumbers;
  /** Called after each read. */
  onRead: () => void;
  report: ReportFault;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** The broadcasts of all servers on the database, as this one knows them. */
export type BroadcastWatch = {
  /** Broadcasts of a channel in playlists, oldest first. */
  of(channel: ChannelId): readonly Watched[];
  find(id: string): Watched | null;
  onAir(channel: ChannelId): Broadcasting | null;
  /** Resolves at the next segment that this server received, and after each read. */
  changed(): Promise<void>;
  /** Adds a segment that this server received; those of others are read. */
  add(id: string, entry: IndexEntry): void;
  /** Reads the rows again, and ends broadcasts whose server is gone. Reports failures and keeps what it knew. */
  check(): Promise<void>;
  /** As `check`, if the last read is older than the interval. */
  checkIfDue(): Promise<void>;
};

/** Knows nothing before the first `check`. */
export function createBroadcastWatch(deps: BroadcastWatchDeps): BroadcastWatch {
  const { store, now } = deps;
  const entriesOf = new Map<string, IndexEntry[]>();
  let broadcasts: readonly Watched[] = [];
  let readAtMs = -Infinity;
  let prunedAtMs = -Infinity;
  let change = Promise.withResolvers<void>();

  function noteChange(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  async function readEntries(id: string): Promise<readonly IndexEntry[]> {
    const known = entriesOf.get(id) ?? [];
    entriesOf.set(id, known);
    const last = known.at(-1);
    const found = await store.segmentsFrom(id, last === undefined ? 0 : last.number + 1);
    for (const entry of found) append(known, v.parse(entrySchema, entry));
    return known;
  }

  async function read(): Promise<void> {
    const rows = await store.recent();
    const watched: Watched[] = [];
    for (const row of rows) {
      // The last segments of another server's broadcast may arrive together with its end.
      const before = broadcasts.find(({ id }) => id === row.id);
      const isComplete = before !== undefined && before.endedAtMs !== null;
      const entries = isComplete ? before.entries : await readEntries(row.id);
      watched.push({ ...row, entries });
    }
    const ids = new Set(watched.map(({ id }) => id));
    for (const id of entriesOf.keys()) if (!ids.has(id)) entriesOf.delete(id);
    broadcasts = watched;
    readAtMs = now();
  }

  async function checkOnce(): Promise<void> {
    await read();
    const orphans = broadcasts.filter(
      ({ id, endedAtMs, isFresh }) => endedAtMs === null && !isFresh && !deps.isReceiving(id),
    );
    for (const orphan of orphans) await store.end(orphan.id, "server", deps.shiftAfter(orphan));
    if (orphans.length > 0) await read();
    if (isWithin(PRUNE_INTERVAL_MS, prunedAtMs, now())) return;
    prunedAtMs = now();
    await store.prune();
  }

  const check = coalesceCalls(async () => {
    await reportOutcome(deps.report, "broadcasts", checkOnce());
    noteChange();
    deps.onRead();
  });

  const isRunning = ({ endedAtMs }: Broadcast): boolean => endedAtMs === null;
  return {
    of: (channel) => broadcasts.filter((broadcast) => broadcast.channel === channel),
    find: (id) => broadcasts.find((broadcast) => broadcast.id === id) ?? null,
    onAir(channel) {
      const found = broadcasts.find((one) => one.channel === channel && isRunning(one));
      if (found === undefined || found.onAirAtMs === null) return null;
      const entries = found.entries.slice(-MEASURED_SEGMENTS);
      const rateOf = (rendition: Rendition): number | null => {
        const rate = measuredRate(entries, rendition);
        return rate && Math.ceil(rate.average / 1000);
      };
      const rates = { picture: rateOf("picture"), sound: rateOf("sound") };
      return { id: found.id, startedAtMs: found.onAirAtMs, rates };
    },
    changed: () => change.promise,
    add(id, entry) {
      const known = entriesOf.get(id);
      if (known === undefined) return;
      append(known, entry);
      noteChange();
    },
    check,
    async checkIfDue() {
      const interval = broadcasts.some(isRunning) ? RUNNING_INTERVAL_MS : IDLE_INTERVAL_MS;
      if (!isWithin(interval, readAtMs, now())) await check();
    },
  };
}

/** Ignores an entry that is known: the server that receives it reads it again from the database. */
function append(known: IndexEntry[], entry: IndexEntry): void {
  const last = known.at(-1);
  if (last === undefined || entry.number > last.number) known.push(entry);
}
