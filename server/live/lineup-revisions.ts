import * as v from "valibot";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import type { AppendOnlyStore } from "#server/state-store/state-store.ts";
import {
  createTimeline,
  type LineupRevision,
  type LineupItem,
  nextLineupRevision,
  immediateLineupRevision,
  type Timeline,
} from "./linear.domain.ts";

/** Epoch of segment numbers. In the past, so that every channel starts with a full window. */
const CHANNEL_EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");

/** Delay before an edit takes effect, so that processes that start together write it only once. */
const EDIT_LEAD_MS = 5_000;

/** An immediate revision begins this far in the past, so that its window is full. */
const TAKEOVER_WINDOW_MS = 30_000;

/** An edit takes effect at the end of a clip, which is no day away. */
const LATEST_START_MS = DAY_MS;

/** A window spans two revisions at most, unless clips are tiny. */
const MAX_REVISIONS = 8;

const revisionSchema = v.object({
  startsAtUs: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  firstSequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  firstItem: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  items: v.pipe(
    v.array(
      v.object({
        clip: v.object({ id: v.string(), version: v.string() }),
        segmentsUs: v.pipe(
          v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
          v.nonEmpty(),
        ),
      }),
    ),
    v.nonEmpty(),
  ),
});

type OpenTimelineOptions = {
  /** Stores the revisions. */
  store: AppendOnlyStore;
  channelId: string;
  /** The configured lineup. */
  items: readonly LineupItem[];
  /** Returns true if a clip of an earlier lineup can still be served. */
  isPlayable: (clip: LineupItem["clip"]) => boolean;
  nowMs: number;
};

/**
 * Opens a channel's timeline and starts a new revision if its lineup was edited. Each revision is one record
 * `{channel}-{n}` that never changes, created by exactly one of the servers that share the store.
 *
 * @throws Error of the store when it cannot be read or written.
 */
export async function openTimeline(options: OpenTimelineOptions): Promise<Timeline> {
  const { store, channelId, items, nowMs } = options;
  // If another process was faster, the second round reads its revision.
  for (let round = 0; round < 2; round++) {
    const { revisions, lastNumber } = await readRevisions(store, channelId, nowMs);
    const last = revisions.at(-1);
    if (last && isSameLineup(last.items, items)) return createTimeline(revisions);
    const revision = followingRevision(revisions, options);
    const name = revisionName(channelId, lastNumber + 1);
    if (await store.create(name, JSON.stringify(revision))) {
      return createTimeline([...revisions, revision]);
    }
  }
  const { revisions } = await readRevisions(store, channelId, nowMs);
  return createTimeline(revisions);
}

function followingRevision(
  revisions: readonly LineupRevision[],
  { items, isPlayable, nowMs }: OpenTimelineOptions,
): LineupRevision {
  const last = revisions.at(-1);
  if (!last) return { startsAtUs: CHANNEL_EPOCH_MS * 1000, firstSequence: 0, firstItem: 0, items };
  const timeline = createTimeline(revisions);
  return last.items.every(({ clip }) => isPlayable(clip))
    ? nextLineupRevision(timeline, items, nowMs + EDIT_LEAD_MS)
    : immediateLineupRevision(timeline, items, nowMs, TAKEOVER_WINDOW_MS);
}

function revisionName(channelId: string, number: number): string {
  return `${channelId}-${String(number).padStart(6, "0")}`;
}

async function readRevisions(
  store: AppendOnlyStore,
  channelId: string,
  nowMs: number,
): Promise<{ revisions: LineupRevision[]; lastNumber: number }> {
  const pattern = new RegExp(`^${channelId}-(\\d{6})$`);
  const names = (await store.names()).filter((name) => pattern.test(name));
  const revisions: LineupRevision[] = [];
  for (const name of names.slice(-MAX_REVISIONS)) {
    const revision = parseRevision(await store.read(name));
    // Skip a damaged record, and one of a clock that was ahead: numbers may jump, and players recover from that.
    if (revision && revision.startsAtUs < (nowMs + LATEST_START_MS) * 1000)
      revisions.push(revision);
  }
  return { revisions, lastNumber: Number(pattern.exec(names.at(-1) ?? "")?.[1] ?? 0) };
}

function parseRevision(text: string): LineupRevision | null {
  try {
    return v.parse(revisionSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

function isSameLineup(a: readonly LineupItem[], b: readonly LineupItem[]): boolean {
  return JSON.stringify(a.map(keyOf)) === JSON.stringify(b.map(keyOf));
}

function keyOf({ clip, segmentsUs }: LineupItem): unknown[] {
  return [clip.id, clip.version, segmentsUs];
}
