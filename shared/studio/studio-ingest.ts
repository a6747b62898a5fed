import * as v from "valibot";

/**
 * State of a channel's broadcasts at `{path}/{channel}`; requires the permission `channels` as a Bearer token. Keys,
 * chapters and the end of a broadcast are functions of the database (`studio_new_stream_key`, `studio_mark_chapter`).
 */
export const STUDIO_INGEST_PATH = "/api/studio/ingest";

/**
 * Broadcast from a browser: `POST {path}/{channel}/start` answers `BrowserSession`, `POST {path}/{channel}/pieces/{n}`
 * takes the next piece of fragmented MP4, `POST {path}/{channel}/end` ends it. Pieces name their session by
 * `?session=`; 409 tells the piece that is wanted, 410 that the broadcast has ended: start again, unless its `error` is
 * "stopped", because staff ended it.
 */
export const INGEST_PATH = "/api/ingest";

/**
 * Recordings of a channel at `{STUDIO_INGEST_PATH}/{channel}/recordings` (`StudioRecordings`), on all servers of the
 * database; DELETE of `.../recordings/{id}` deletes one and answers the others. It is in the activity log before.
 */
export const studioRecordingsSchema = v.object({
  recordings: v.array(
    v.object({
      id: v.string(),
      /** ISO 8601; null for an empty one. */
      startedAt: v.nullable(v.string()),
      seconds: v.number(),
      /** Null: unknown, on another server. */
      bytes: v.nullable(v.number()),
      /** Machine that has it; null: the one that answers. */
      server: v.nullable(v.string()),
    }),
  ),
});

export type StudioRecordings = v.InferOutput<typeof studioRecordingsSchema>;

/** Largest piece of a broadcast from a browser. */
export const PIECE_MAX_BYTES = 4_000_000;

export const browserSessionSchema = v.object({
  session: v.string(),
  /** Number of the piece that the server wants next. */
  next: v.number(),
});

export type BrowserSession = v.InferOutput<typeof browserSessionSchema>;

/** What arrives from the encoder; null where nothing tells. */
const inputSchema = v.object({
  encoder: v.nullable(v.string()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  frameRate: v.nullable(v.number()),
  keyFrameSeconds: v.nullable(v.number()),
  kilobitsPerSecond: v.number(),
  sampleRate: v.nullable(v.number()),
  channels: v.nullable(v.number()),
  drops: v.number(),
});

/** A problem of the input that staff can mend. */
const checkResultSchema = v.variant("id", [
  v.object({ id: v.literal("unsupported-video"), codec: v.string() }),
  v.object({ id: v.literal("unsupported-audio"), codec: v.string() }),
  v.object({ id: v.literal("key-frame-interval"), seconds: v.number() }),
  v.object({ id: v.literal("no-key-frame"), seconds: v.number() }),
  v.object({ id: v.literal("frame-rate"), framesPerSecond: v.number() }),
  v.object({ id: v.literal("size"), width: v.number(), height: v.number() }),
  v.object({ id: v.literal("bit-rate"), kilobitsPerSecond: v.number(), limit: v.number() }),
  v.object({ id: v.literal("no-video") }),
  v.object({ id: v.literal("no-audio") }),
  v.object({ id: v.literal("drops"), perMinute: v.number() }),
  v.object({ id: v.literal("time-jumps"), count: v.number() }),
  v.object({ id: v.literal("no-data"), seconds: v.number() }),
]);

export type IngestCheckResult = v.InferOutput<typeof checkResultSchema>;

const broadcastSchema = v.object({
  id: v.string(),
  via: v.picklist(["rtmp", "browser"]),
  /** ISO 8601. */
  startedAt: v.string(),
  /** False within the seconds in which an encoder that left may return. */
  isArriving: v.boolean(),
  /** Viewers see it: its first segment is there. */
  isOnAir: v.boolean(),
  isStopping: v.boolean(),
  /** Why it is no longer recorded. */
  recordingProblem: v.nullable(v.picklist(["disk", "quota"])),
  chapters: v.array(v.object({ id: v.string(), at: v.string(), title: v.string() })),
  input: v.nullable(inputSchema),
  checkResults: v.array(checkResultSchema),
  /** Of the newest segments, for each viewer of the picture. */
  kilobitsPerViewer: v.nullable(v.number()),
});

/** Why the port cannot be opened: another program has it, or the server lacks the right. */
const portProblemSchema = v.picklist(["in-use", "not-allowed", "unknown"]);

export type PortProblem = v.InferOutput<typeof portProblemSchema>;

export const studioIngestSchema = v.object({
  /** Address for encoders, "rtmp://tv.example.org:1935/live"; null: the operator wants no port for them. */
  rtmpUrl: v.nullable(v.string()),
  /** Staff have opened the port. */
  acceptsEncoders: v.boolean(),
  portProblem: v.nullable(portProblemSchema),
  /** When the channel's key was made, ISO 8601; null: there is none. */
  keyMadeAt: v.nullable(v.string()),
  broadcast: v.nullable(broadcastSchema),
  /** Last rejection of an encoder within minutes; ISO 8601. */
  rejection: v.nullable(
    v.object({
      reason: v.picklist(["wrong-key", "busy", "stopped", "unavailable"]),
      at: v.string(),
    }),
  ),
  /** Estimated viewers; null when viewers are not counted. */
  watching: v.nullable(v.number()),
  freeBytes: v.number(),
  recordedBytes: v.number(),
  maxBytes: v.number(),
});

export type StudioIngest = v.InferOutput<typeof studioIngestSchema>;
