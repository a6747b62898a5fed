import * as v from "valibot";
import {
  instantSchema,
  LANGUAGE_PATTERN,
  type PlaylistSnapshot,
  type Video,
  type VideoSaid,
  withoutRepeats,
} from "./playlist.domain.ts";
import { durationText, viewCountText } from "./video-texts.domain.ts";

/** Own videos of the ministry, which come in lists before those of the list's source. */

const fileSize = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const ownVideoSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^clip-own-[0-9a-f]{12}$/)),
  category: v.string(),
  language: v.pipe(v.string(), v.regex(LANGUAGE_PATTERN)),
  title: v.string(),
  description: v.string(),
  speaker: v.string(),
  passage: v.string(),
  seconds: v.number(),
  publishedAt: instantSchema,
  /** Video of the platform whose sound this is; null for a video of its own. */
  soundOf: v.nullable(v.string()),
  bytes: v.optional(fileSize),
  saverBytes: v.optional(fileSize),
  sound: v.optional(
    v.object({
      url: v.pipe(v.string(), v.startsWith("/media/")),
      playlist: v.pipe(v.string(), v.startsWith("/media/")),
      bytes: fileSize,
      seconds: v.number(),
    }),
  ),
  /** What visitors may keep on their device; parsed by the browser. */
  keep: v.optional(v.unknown()),
  views: v.number(),
});

/** Own videos, the newest first. */
export const ownVideosSchema = v.array(ownVideoSchema);

export type OwnVideos = v.InferOutput<typeof ownVideosSchema>;

function videoOf(own: OwnVideos[number]): Video {
  const { id, title, description, speaker, passage, publishedAt, language } = own;
  const said: VideoSaid = {
    ...(speaker !== "" && { speaker }),
    ...(passage !== "" && { passage }),
  };
  return {
    id,
    title,
    description,
    thumbnail: `/img/clip/${id}`,
    duration: durationText(own.seconds),
    viewCount: viewCountText(own.views),
    publishedAt: new Date(publishedAt).toISOString(),
    language,
    bytes: own.bytes,
    saverBytes: own.saverBytes,
    sound: own.sound,
    keep: own.keep,
    ...(Object.keys(said).length > 0 && { said }),
  };
}

type Merged = { readonly own: OwnVideos; readonly snapshot: PlaylistSnapshot };

const merged = new WeakMap<PlaylistSnapshot, Map<string, Merged>>();

/**
 * Adds own videos of some categories before those of a list, and own sounds to its videos. The result is the same
 * object for the same list and own videos, so that its response is built once.
 */
export function withOwnVideos(
  snapshot: PlaylistSnapshot,
  own: OwnVideos,
  categories: readonly string[],
): PlaylistSnapshot {
  const soundsOf = new Map(own.map(({ soundOf, sound }) => [soundOf, sound]));
  const listed = own.filter(
    ({ category, soundOf }) => soundOf === null && categories.includes(category),
  );
  if (listed.length === 0 && !snapshot.videos.some(({ id }) => soundsOf.has(id))) return snapshot;
  const key = categories.join(" ");
  const known = merged.get(snapshot) ?? new Map<string, Merged>();
  merged.set(snapshot, known);
  const before = known.get(key);
  if (before?.own === own) return before.snapshot;
  const videos = snapshot.videos.map((video) => {
    const sound = soundsOf.get(video.id);
    return sound === undefined ? video : { ...video, sound };
  });
  const made = { ...snapshot, videos: withoutRepeats([...listed.map(videoOf), ...videos]) };
  known.set(key, { own, snapshot: made });
  return made;
}

const alone = new WeakMap<OwnVideos, PlaylistSnapshot>();

/** A list without videos, for own videos while its source cannot be read; null when there are none. */
export function emptySnapshot(
  own: OwnVideos,
  categories: readonly string[],
  nowMs: number,
): PlaylistSnapshot | null {
  const hasOwn = own.some(
    ({ soundOf, category }) => soundOf === null && categories.includes(category),
  );
  if (!hasOwn) return null;
  const empty: PlaylistSnapshot = alone.get(own) ?? {
    source: "bundled",
    videos: [],
    fetchedAtMs: nowMs,
    listing: null,
  };
  alone.set(own, empty);
  return empty;
}
