import { captionAddress, clipPosterAddress } from "#server/media/media-urls.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { Programme, ProgrammeGuide } from "#shared/contracts/programme-guide.ts";
import { itemAt, itemNumberAt, type PlacedItem, type Timeline } from "./linear.domain.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

const US_PER_MS = 1000;
/** Programmes that the guide tells in advance. */
const NEXT_COUNT = 4;
/** Viewers lag behind the clock by 10 to 30 s: what they may still see is told, too. */
const LAG_MS = MINUTE_MS;
const POSTER_WIDTH = 960;

/** What a linear channel shows at an instant, what came before and what comes next. */
export function guideAt(timeline: Timeline, library: MediaLibrary, nowMs: number): ProgrammeGuide {
  const number = itemNumberAt(timeline, nowMs);
  const programmeOf = (item: PlacedItem | null) => (item ? programme(item, library) : null);
  return {
    v: 1,
    previous: itemsBefore(timeline, number, nowMs - LAG_MS).map((item) => programme(item, library)),
    now: programmeOf(itemAt(timeline, number)),
    next: Array.from({ length: NEXT_COUNT }, (_, index) =>
      programmeOf(itemAt(timeline, number + 1 + index)),
    ).filter((entry) => entry !== null),
  };
}

/**
 * The items before one, oldest first, that end after an instant; at least the last one. Where an era
 * has taken over, the items that it pushed aside were never shown to their end and are left out.
 */
function itemsBefore(timeline: Timeline, number: number, sinceMs: number): PlacedItem[] {
  const items: PlacedItem[] = [];
  let following = itemAt(timeline, number);
  for (let before = number - 1; following; before--) {
    const item = itemAt(timeline, before);
    const isTooOld = item !== null && item.endsAtUs / US_PER_MS <= sinceMs && items.length > 0;
    if (!item || isTooOld || item.endsAtUs > following.startsAtUs) break;
    items.unshift(item);
    following = item;
  }
  return items;
}

function programme(item: PlacedItem, library: MediaLibrary): Programme {
  // A clip that an update of the library has removed may still be on air for some seconds.
  const clip = library.clips.get(item.clip.id);
  return {
    id: item.clip.id,
    title: clip?.title ?? "",
    reference: clip?.reference ?? "",
    start: new Date(item.startsAtUs / US_PER_MS).toISOString(),
    end: new Date(item.endsAtUs / US_PER_MS).toISOString(),
    poster: clipPosterAddress(item.clip, POSTER_WIDTH),
    captions: (clip?.captions ?? []).map((track) => ({
      language: track.language,
      label: track.label,
      url: captionAddress(track),
    })),
  };
}
