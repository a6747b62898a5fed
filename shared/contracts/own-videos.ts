import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";

/**
 * Own videos: made from recordings of broadcasts, or uploaded. Their ids (`clip-own-…`) are valid wherever the id of a
 * bundled clip is: lists, links, history, images (`/img/clip/{id}`) and the player (`/embed/clip/{id}`).
 */

/** Podcasts of which an own video can be an episode. */
export const PODCAST_SHOWS = ["sermons", "devotionals", "music"] as const;

export type PodcastShow = (typeof PODCAST_SHOWS)[number];

/**
 * Files of an own video at `/media/own/{id}/{name}`, for GET and HEAD, with ranges, ETag and CORS:
 *
 * - `index.m3u8`, `picture.m3u8`, `sound.m3u8`: HLS (CMAF segments) with an end
 * - `video.mp4`: picture and sound, `sound.m4a`: sound alone; one file each, with an index in front
 * - `low.mp4`: a small rendition, if there is one
 * - `episode.m4a`: the sound as a regular file, which podcast apps need; made after it is published
 * - `poster.webp`, `captions.{language}.vtt`
 *
 * With `?v={revision}` an address may be cached for ever. Unpublished ones need `?key={previewKey}`.
 */
export const OWN_MEDIA_PATH = "/media/own";

/** Returns the address of a file of an own video. */
export function ownMediaUrl(video: { id: string; revision: number }, name: string): string {
  return `${OWN_MEDIA_PATH}/${video.id}/${name}?v=${video.revision}`;
}

const chapterSchema = v.strictObject({
  /** Seconds from the start. */
  at: v.pipe(v.number(), v.minValue(0), v.maxValue(43_200)),
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
});

export type OwnVideoChapter = v.InferOutput<typeof chapterSchema>;

/** Chapters in the order of their times. */
const chaptersSchema = v.pipe(
  v.array(chapterSchema),
  v.maxLength(200),
  v.check(
    (chapters) => chapters.every(({ at }, index) => at > (chapters[index - 1]?.at ?? -1)),
    "must be in the order of their times",
  ),
);

const line = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength),
    v.regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, "must be one line"),
  );

const factEntries = {
  /** Spoken language. */
  language: v.picklist(LANGUAGES),
  category: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  title: line(200),
  description: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(5_000),
    v.regex(/^(?:[\n\t]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, "must be plain"),
  ),
  speaker: line(80),
  /** Passage of Scripture, "John 3:16". */
  passage: line(60),
  /** Podcast in which it is an episode; null: none. */
  show: v.nullable(v.picklist(PODCAST_SHOWS)),
  /** Followers may keep it on their devices. */
  offlineAllowed: v.boolean(),
  chapters: chaptersSchema,
};

/** `PATCH {path}/{id}`: facts that change; answers `StudioOwnVideo`. */
export const ownVideoChangesSchema = v.partial(v.strictObject(factEntries));

export type OwnVideoChanges = v.InferOutput<typeof ownVideoChangesSchema>;

/** Facts with which an own video is added; an absent title is "". */
const newFactsSchema = v.strictObject({
  ...ownVideoChangesSchema.entries,
  language: factEntries.language,
  category: factEntries.category,
});

/**
 * Calls for staff with the permission `videos`, with a Bearer token. Errors are `{error, code}` with a code of
 * `OWN_VIDEO_ERRORS`.
 */
export const OWN_VIDEOS_PATH = "/api/studio/own-videos";

/** Codes of errors, with their status. */
export const OWN_VIDEO_ERRORS = {
  /** The request is not as described. */
  invalid: 400,
  "not-found": 404,
  /** The state of the video does not allow it. */
  state: 409,
  /** The segments are not of one format; nothing can be made of them in one piece. */
  "format-changed": 409,
  /** Publishing needs a title. */
  "no-title": 409,
  /** More than the largest file, or longer than the longest video. */
  "too-large": 413,
  /** Not an image, or not captions. */
  unreadable: 422,
  /** The space for own videos is used up. */
  quota: 507,
  /** The disk has no space. */
  disk: 507,
  /** The server that has the files does not answer, or is fetching them back. */
  unavailable: 503,
} as const;

export type OwnVideoErrorCode = keyof typeof OWN_VIDEO_ERRORS;

const OWN_VIDEO_STATES = ["uploading", "checking", "packaging", "ready", "failed"] as const;

/** Reasons why an upload failed; `problemDetail` names a codec where there is one. */
const OWN_VIDEO_PROBLEMS = [
  /** No MP4, M4A or MP3. */
  "not-media",
  /** Neither picture nor sound. */
  "no-tracks",
  /** A picture that cannot be copied: HEVC, VP9, AV1 ... It has to be converted to H.264; a server with ffmpeg does it. */
  "video-codec",
  /** Sound that cannot be copied. It has to be converted to AAC; a server with ffmpeg does it. */
  "audio-codec",
  /** Its key frames are more than a minute apart. */
  "key-frames",
  "damaged",
  "too-long",
  /** It took longer than any real file. */
  "timeout",
  /** It needed more memory than any real file. */
  "memory",
  "disk",
  /** The file that arrived is another size than was announced, or gone. */
  "missing",
  /** Its files are gone from the server, after a restore without them; ready once more when they are back. */
  "files-missing",
  /** The server failed; to be tried again. */
  "internal",
] as const;

export type OwnVideoProblem = (typeof OWN_VIDEO_PROBLEMS)[number];

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Size of a file; null: there is none. */
const fileBytes = v.nullable(bytes);

/** What all may read of a published own video, at `/media/own/{id}/facts.json`. */
export const ownVideoFactsSchema = v.object({
  id: v.string(),
  ...factEntries,
  /** Video of the platform of which this is the sound; null for a video of its own. */
  soundOf: v.nullable(v.string()),
  seconds: v.number(),
  hasPicture: v.boolean(),
  hasPoster: v.boolean(),
  /** Languages of its captions: `captions.{language}.vtt`. */
  captions: v.array(v.string()),
  /** ISO 8601; first publication. It is never null in what all may read. */
  publishedAt: v.nullable(v.string()),
  /** Sizes of `video.mp4`, `sound.m4a`, `low.mp4` and `episode.m4a`. */
  files: v.object({
    video: fileBytes,
    sound: fileBytes,
    low: fileBytes,
    episode: v.optional(fileBytes),
  }),
  /** Grows with each change of its files. */
  revision: v.number(),
});

export type OwnVideoFacts = v.InferOutput<typeof ownVideoFactsSchema>;

/** An own video for staff: `GET {path}/{id}`. */
export const studioOwnVideoSchema = v.object({
  ...ownVideoFactsSchema.entries,
  state: v.picklist(OWN_VIDEO_STATES),
  problem: v.nullable(v.picklist(OWN_VIDEO_PROBLEMS)),
  problemDetail: v.nullable(v.string()),
  isPublished: v.boolean(),
  source: v.picklist(["recording", "upload"]),
  /** Size of all its files. */
  bytes,
  /** Opens the files of an unpublished video: `?key=`. */
  previewKey: v.string(),
  /** First and last segment that are published; null before it has segments. */
  range: v.nullable(v.object({ first: v.number(), last: v.number() })),
  /** Files that are uploaded in parts; null: nothing is expected. */
  upload: v.nullable(v.object({ bytes, received: bytes })),
  lowUpload: v.nullable(v.object({ bytes, received: bytes })),
  /** Done of the job, from 0 to 1; null: no job. */
  progress: v.nullable(v.number()),
  /** ISO 8601. */
  createdAt: v.string(),
});

export type StudioOwnVideo = v.InferOutput<typeof studioOwnVideoSchema>;

/** `GET {path}`: all own videos, the newest first, and the space for them. */
export const studioOwnVideosSchema = v.object({
  videos: v.array(studioOwnVideoSchema),
  space: v.object({ usedBytes: bytes, maxBytes: bytes, freeBytes: bytes }),
  /** The server converts pictures and sound that it cannot copy. */
  canConvert: v.optional(v.boolean()),
});

export type StudioOwnVideos = v.InferOutput<typeof studioOwnVideosSchema>;

/** Largest file, and longest video. */
export const OWN_VIDEO_MAX_BYTES = 4_000_000_000;
export const OWN_VIDEO_MAX_SECONDS = 3 * 3_600;

/**
 * `POST {path}` starts an upload and answers `StudioOwnVideo`. The file goes to `{path}/{id}/upload` by the core of tus
 * 1.0: HEAD answers `Upload-Offset`, PATCH (`application/offset+octet-stream`) adds bytes from there, at most
 * `OWN_VIDEO_PART_BYTES` at once; 409 tells another offset. What arrived before a cut is kept. With the last byte the
 * check begins. An upload ends after 24 hours.
 */
export const newUploadSchema = v.strictObject({
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  facts: newFactsSchema,
  /** Video of the platform of which this is the sound for those who save data. */
  soundOf: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{11}$/))),
});

export type NewUpload = v.InferOutput<typeof newUploadSchema>;

/** Largest body of a PATCH; 6 MiB. */
export const OWN_VIDEO_PART_BYTES = 6_291_456;

/**
 * `POST {path}/{id}/low` with `{bytes}` starts the upload of a small rendition (MP4 with H.264 and AAC, at most 480
 * lines), whose file goes to `{path}/{id}/low/upload` in the same way.
 */
export const newLowSchema = v.strictObject({
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/**
 * `POST {path}/from-recording` makes a video of a recording and answers `StudioOwnVideo`, which is ready. Without a
 * range it has the longest part of one format.
 */
export const fromRecordingSchema = v.strictObject({
  channel: v.string(),
  /** As in `StudioRecordings`; its first part is the id of the broadcast. */
  recording: v.pipe(v.string(), v.regex(/^[0-9]{1,18}-[a-z0-9]{1,16}$/)),
  /** First and last segment, as `{path}/{id}/segments` would number them. */
  range: v.optional(v.strictObject({ first: bytes, last: bytes })),
  facts: newFactsSchema,
});

export type FromRecording = v.InferOutput<typeof fromRecordingSchema>;

/** `GET {path}/recordings`: recordings of all channels on this server, the newest first. */
export const ownVideoRecordingsSchema = v.object({
  recordings: v.array(
    v.object({
      channel: v.string(),
      recording: v.string(),
      /** ISO 8601; null for an empty one. */
      startedAt: v.nullable(v.string()),
      seconds: v.number(),
      bytes,
    }),
  ),
});

export type OwnVideoRecordings = v.InferOutput<typeof ownVideoRecordingsSchema>;

/**
 * `GET {path}/{id}/segments`: where it can be trimmed. `POST {path}/{id}/trim` with `{first, last}` publishes only those
 * segments, and answers `StudioOwnVideo`; chapters move along, and a small rendition is deleted. What is left out stays
 * on the disk until it is published.
 */
export const ownVideoSegmentsSchema = v.object({
  segments: v.array(
    v.object({
      number: v.number(),
      /** Seconds from the start of segment 0. */
      at: v.number(),
      seconds: v.number(),
      hasPicture: v.boolean(),
      /** Number of its parameters of picture and sound: a video has only one. */
      format: v.number(),
    }),
  ),
  /** Marks of staff during the broadcast, in seconds from the start of segment 0. */
  marks: v.array(v.object({ at: v.number(), title: v.string() })),
});

export type OwnVideoSegments = v.InferOutput<typeof ownVideoSegmentsSchema>;

export const trimSchema = v.strictObject({ first: bytes, last: bytes });

export type OwnVideoTrim = v.InferOutput<typeof trimSchema>;

/**
 * Further calls; those with a body answer `StudioOwnVideo`:
 *
 * - `PUT {path}/{id}/poster`: an image (JPEG, PNG, WebP or AVIF), which is encoded again as 1280 x 720
 * - `PUT {path}/{id}/captions/{language}`: WebVTT or SRT in UTF-8, without markup afterwards; DELETE removes them
 * - `POST {path}/{id}/publish`, `POST {path}/{id}/unpublish`
 * - `POST {path}/{id}/retry`: once more after a failure, while the uploaded file is there
 * - `DELETE {path}/{id}`: 204; deletes it with all its files
 */
export const OWN_POSTER_MAX_BYTES = 8_000_000;
export const OWN_CAPTIONS_MAX_BYTES = 2_000_000;
