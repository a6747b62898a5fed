import { z } from "zod";
import type { AppendOnlyStore } from "#server/state-store/state-store.ts";
import {
  createTimeline,
  type LineupRevision,
  type LineupItem,
  nextLineupRevision,
  immediateLineupRevision,
  type Timeline,
} from "./linear.domain.ts";

/** Instant at which every channel began to count; it lies in the past on purpose. */
const CHANNEL_EPOCH_MS = Date.parse("2026-01-01T00:00:00Z");

/**
 * How long an edit waits at least, so that processes that start together see it before it shows and
 * write it only once.
 */
const EDIT_LEAD_MS = 5_000;

/** A taking-over era begins this far back: a whole window is there from the first request on. */
const TAKEOVER_WINDOW_MS = 30_000;

/** Eras that are kept in mind: a window reaches back over two at most, unless clips are tiny. */
const ERAS_IN_USE = 8;

const eraSchema = z.object({
  startsAtUs: z.number().int().positive(),
  firstSequence: z.number().int().nonnegative(),
  firstItem: z.number().int().nonnegative(),
  items: z
    .array(
      z.object({
        clip: z.object({ id: z.string(), version: z.string() }),
        segmentsUs: z.array(z.number().int().positive()).min(1),
      }),
    )
    .min(1),
});

export type OpenTimelineOptions = {
  /** Where eras are kept. */
  book: AppendOnlyStore;
  channelId: string;
  /** The line-up as it is configured now. */
  items: readonly LineupItem[];
  /** Whether a clip of an earlier line-up can still be served. */
  isPlayable: (clip: LineupItem["clip"]) => boolean;
  nowMs: number;
};

/**
 * Opens a channel's timeline and starts a new era when its line-up was edited. Each era is one record
 * `{channel}-{n}` that is never changed, and made by exactly one of several servers that share the book.
 *
 * @throws Error of the book when it cannot be read or written.
 */
export async function openTimeline(options: OpenTimelineOptions): Promise<Timeline> {
  const { book, channelId, items } = options;
  // Two rounds: when another process was faster, its era is read in the second.
  for (let round = 0; round < 2; round++) {
    const { eras, lastNumber } = await readEras(book, channelId);
    const last = eras.at(-1);
    if (last && isSameLineup(last.items, items)) return createTimeline(eras);
    const era = followingEra(eras, options);
    const name = eraName(channelId, lastNumber + 1);
    if (await book.create(name, JSON.stringify(era))) {
      return createTimeline([...eras, era]);
    }
  }
  const { eras } = await readEras(book, channelId);
  return createTimeline(eras);
}

function followingEra(
  eras: readonly LineupRevision[],
  { items, isPlayable, nowMs }: OpenTimelineOptions,
): LineupRevision {
  const last = eras.at(-1);
  if (!last) return { startsAtUs: CHANNEL_EPOCH_MS * 1000, firstSequence: 0, firstItem: 0, items };
  const timeline = createTimeline(eras);
  return last.items.every(({ clip }) => isPlayable(clip))
    ? nextLineupRevision(timeline, items, nowMs + EDIT_LEAD_MS)
    : immediateLineupRevision(timeline, items, nowMs, TAKEOVER_WINDOW_MS);
}

function eraName(channelId: string, number: number): string {
  return `${channelId}-${String(number).padStart(6, "0")}`;
}

async function readEras(
  book: AppendOnlyStore,
  channelId: string,
): Promise<{ eras: LineupRevision[]; lastNumber: number }> {
  const pattern = new RegExp(`^${channelId}-(\\d{6})$`);
  const names = (await book.names()).filter((name) => pattern.test(name));
  const eras: LineupRevision[] = [];
  for (const name of names.slice(-ERAS_IN_USE)) {
    const era = parseEra(await book.read(name));
    // A damaged record is passed over: counts may jump, players recover from that by themselves.
    if (era) eras.push(era);
  }
  return { eras, lastNumber: Number(pattern.exec(names.at(-1) ?? "")?.[1] ?? 0) };
}

function parseEra(text: string): LineupRevision | null {
  try {
    return eraSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function isSameLineup(a: readonly LineupItem[], b: readonly LineupItem[]): boolean {
  return JSON.stringify(a.map(lineOf)) === JSON.stringify(b.map(lineOf));
}

function lineOf({ clip, segmentsUs }: LineupItem): unknown[] {
  return [clip.id, clip.version, segmentsUs];
}
