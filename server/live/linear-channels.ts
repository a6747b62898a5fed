import { captionUrl, clipPosterUrl, type ClipRendition } from "#server/media/media-urls.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type {
  ChannelSchedule,
  Programme,
  ProgrammeGuide,
} from "#shared/contracts/programme-guide.ts";
import { itemAt, itemNumberAt, type PlacedItem, type Timeline } from "./linear.domain.ts";
import { DAY_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { Context } from "hono";
import { type PrecompressedBody, precompress } from "@reign-tv/kit/http/precompressed-body.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { openTimeline } from "./lineup-revisions.ts";
import { type LinearProgramme, linearProgrammes } from "./active-source.ts";
import {
  type DataRates,
  type Lineup,
  lineupOf,
  livePlaylist,
  masterPlaylist,
} from "./live-playlist.domain.ts";
import { JSON_TYPE, memo, PLAYLIST_TYPE, sendLive } from "./live-responses.ts";

const US_PER_MS = 1000;
/** Number of following programmes in the guide. */
const NEXT_COUNT = 4;
/** Viewers lag 10 to 30 s behind the clock: include what they may still see. */
const LAG_MS = MINUTE_MS;
/** Current programme at an instant, with previous and next ones. */
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
 * Items before one, oldest first, that end after an instant; at least the last one. Items that a lineup revision
 * displaced were never shown to their end and are omitted.
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
  // A clip that an update removed may still be playing for some seconds.
  const clip = library.clips.get(item.clip.id);
  return {
    id: item.clip.id,
    title: clip?.title ?? "",
    reference: clip?.reference ?? "",
    start: new Date(item.startsAtUs / US_PER_MS).toISOString(),
    end: new Date(item.endsAtUs / US_PER_MS).toISOString(),
    poster: clipPosterUrl(item.clip),
    captions: (clip?.captions ?? []).map((track) => ({
      language: track.language,
      label: track.label,
      url: captionUrl(track),
    })),
  };
}

/** Short clips would make a day's schedule several hundred programmes long. */
const SCHEDULE_MAX_COUNT = 150;

/** Programmes of the 24 hours from an instant, starting with the current one. */
function scheduleAt(timeline: Timeline, library: MediaLibrary, nowMs: number): ChannelSchedule {
  const first = itemNumberAt(timeline, nowMs);
  const programmes: ChannelSchedule["programmes"] = [];
  while (programmes.length < SCHEDULE_MAX_COUNT) {
    const item = itemAt(timeline, first + programmes.length);
    if (!item || item.startsAtUs / US_PER_MS >= nowMs + DAY_MS) break;
    const { id, title, reference, start, end } = programme(item, library);
    const language = library.clips.get(id)?.language ?? "";
    programmes.push({ id, title, reference, start, end, language });
  }
  return { v: 1, programmes };
}

/** Name of the playlist of the sound alone. */
export const SOUND_PLAYLIST = "audio";

/** A playlist changes every 4.8 s; players tolerate half a second of delay. */
const PLAYLIST_MEMO_MS = 500;
const SCHEDULE_MEMO_MS = 10_000;

type LinearChannelsDeps = {
  ministry: () => Pick<Ministry, "channels">;
  library: MediaLibrary;
  /** Stores the lineup revisions. */
  stateStore: Pick<StateStore, "appendOnlyOf">;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

type Handler = (context: Context) => Promise<Response>;
type OpenProgramme = {
  lineupId: string;
  timeline: Timeline;
  renditions: Lineup["renditions"];
  rates: DataRates;
  handlers: ReadonlyMap<string, Handler>;
  schedule: () => PrecompressedBody;
};

/** The lineups that the ministry's channels play or may play. */
export type LinearChannels = {
  /**
   * Opens and closes lineups to match the ministry.
   *
   * @throws Error when a lineup cannot be played or its revisions cannot be stored; the others are open then.
   */
  update(): Promise<void>;
  /**
   * Serves a path below `/live/`; null if there is none.
   *
   * @param path absent: the request's.
   */
  respond(context: Context, path?: string): Promise<Response> | null;
  /** Guide of a lineup at an instant; null if it is not open. */
  guideOf(path: string, nowMs: number): ProgrammeGuide | null;
  /** Serves the schedule of a lineup; null if it is not open. */
  sendSchedule(context: Context, path: string): Promise<Response> | null;
  /** Lineup at a path; null if it is not open. */
  programmeOf(path: string): Pick<OpenProgramme, "timeline" | "renditions" | "rates"> | null;
};

/** No lineup is open before the first `update`. */
export function createLinearChannels(deps: LinearChannelsDeps): LinearChannels {
  const { ministry, library } = deps;
  const programmes = new Map<string, OpenProgramme>();

  async function open(programme: LinearProgramme): Promise<void> {
    const { path, lineupId, revisionKey } = programme;
    if (programmes.get(path)?.lineupId === lineupId) return;
    const { items, renditions, rates } = lineupOf(library, lineupId);
    const timeline = await openTimeline({
      store: deps.stateStore.appendOnlyOf("live"),
      channelId: revisionKey,
      items,
      isPlayable: (clip) => library.clips.get(clip.id)?.version === clip.version,
      nowMs: deps.now(),
    });
    const handlers = handlersOf(deps, path, { timeline, renditions, rates });
    const schedule = memo(SCHEDULE_MEMO_MS, deps.now, (ms) =>
      JSON.stringify(scheduleAt(timeline, library, ms)),
    );
    programmes.set(path, { lineupId, timeline, renditions, rates, handlers, schedule });
  }

  return {
    async update() {
      const lineups = Object.entries(ministry().channels).flatMap(([id, channel]) =>
        linearProgrammes(id, channel),
      );
      const paths = new Set(lineups.map(({ path }) => path));
      for (const path of programmes.keys()) if (!paths.has(path)) programmes.delete(path);
      const results = await Promise.allSettled(lineups.map(open));
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
    },
    respond(context, path = context.req.path) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      return programmes.get(folder)?.handlers.get(path)?.(context) ?? null;
    },
    programmeOf: (path) => programmes.get(path) ?? null,
    guideOf(path, nowMs) {
      const programme = programmes.get(path);
      return programme ? guideAt(programme.timeline, library, nowMs) : null;
    },
    sendSchedule(context, path) {
      const programme = programmes.get(path);
      return programme
        ? sendLive(context, programme.schedule(), JSON_TYPE, CACHE.liveSchedule)
        : null;
    },
  };
}

function handlersOf(
  { library, now }: LinearChannelsDeps,
  path: string,
  { timeline, renditions, rates }: Pick<OpenProgramme, "timeline" | "renditions" | "rates">,
): ReadonlyMap<string, Handler> {
  const master = precompress(masterPlaylist(renditions));
  const guide = memo(PLAYLIST_MEMO_MS, now, (ms) => JSON.stringify(guideAt(timeline, library, ms)));
  const media: { name: string; size: ClipRendition }[] = [...renditions];
  if (rates.sound !== null) media.push({ name: SOUND_PLAYLIST, size: "sound" });
  const playlists = media.map(({ name, size }) => {
    const playlist = memo(PLAYLIST_MEMO_MS, now, (ms) => livePlaylist(timeline, ms, size));
    return [
      `${path}/${name}.m3u8`,
      sendMemoized(playlist, PLAYLIST_TYPE, CACHE.livePlaylist),
    ] as const;
  });
  return new Map([
    [`${path}/index.m3u8`, sendMemoized(() => master, PLAYLIST_TYPE, CACHE.liveRenditions)],
    ...playlists,
    [`${path}/guide`, sendMemoized(guide, JSON_TYPE, CACHE.liveGuide)],
  ]);
}

function sendMemoized(body: () => PrecompressedBody, type: string, cacheControl: string): Handler {
  return (context) => sendLive(context, body(), type, cacheControl);
}
