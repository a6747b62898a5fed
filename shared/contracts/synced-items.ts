import * as v from "valibot";

/**
 * Followers' things that go with the account to all of its devices (decision 073): what each topic holds, and what
 * `sync_items` is told and answers. Data that a schema here cannot read were written by a newer app: they stay
 * as they are, and are not shown.
 */

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const instant = v.pipe(v.number(), v.minValue(0));
const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const verse = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(176));

/** Longest note, in UTF-16 units. */
export const NOTE_LENGTH = 4_000;
/** Most labels of a mark, and the longest of them in UTF-16 units. */
export const LABELS_LIMIT = 20;
export const LABEL_LENGTH = 40;

/** What a list on another device needs to show a video: its title, and the category it was opened in. */
const shownVideo = {
  title: v.optional(v.pipe(v.string(), v.maxLength(500))),
  category: v.optional(v.pipe(v.string(), v.maxLength(100))),
};

const watchMarkSchema = v.pipe(
  v.object({
    ...shownVideo,
    /** Seconds. */
    position: seconds,
    duration: seconds,
    state: v.picklist(["watching", "done", "hidden"]),
    /** What kind of device it was, for "on the phone". */
    device: v.optional(v.pipe(v.string(), v.maxLength(60))),
  }),
  v.check(
    ({ position, duration, state }) => state !== "watching" || (position > 0 && duration > 0),
  ),
);

/** What each topic holds. */
export const SYNCED_TOPICS = {
  /** By id `kind:USFM.chapter.verse`; numbered like the King James Version. */
  "bible-mark": v.object({
    kind: v.picklist(["highlight", "note", "bookmark"]),
    /** USFM code. */
    book: v.pipe(v.string(), v.regex(/^[1-4A-Z]{3}$/)),
    chapter: v.pipe(positive, v.maxValue(150)),
    from: verse,
    to: verse,
    /** The version in which it was made. */
    version: v.pipe(v.string(), v.maxLength(40)),
    colour: v.optional(v.picklist([1, 2, 3, 4, 5])),
    note: v.optional(v.pipe(v.string(), v.maxLength(NOTE_LENGTH))),
    labels: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(LABEL_LENGTH))), v.maxLength(LABELS_LIMIT)),
    ),
  }),
  "plan-run": v.object({
    /** Which plan. */
    plan: v.pipe(v.string(), v.maxLength(100)),
    startedOn: day,
    pausedOn: v.optional(day),
    /** Days by which the plan was moved. */
    shift: v.optional(v.pipe(v.number(), v.integer())),
    /** First day that counts: those before were jumped over. */
    from: v.optional(positive),
    /** Today's number when the reader was asked how to go on after missed days. */
    askedAt: v.optional(positive),
    reminderAt: v.optional(v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
    finishedOn: v.optional(day),
  }),
  /** By id `run:day`. */
  "plan-day": v.object({
    run: v.pipe(v.string(), v.maxLength(100)),
    day: positive,
    doneAt: instant,
  }),
  /** By id of the video; with the beginning of the play as session. */
  "watch-mark": watchMarkSchema,
  /** By id of the video. */
  "watch-later": v.object({
    ...shownVideo,
    addedAt: instant,
  }),
};

export type SyncedTopic = keyof typeof SYNCED_TOPICS;

export type SyncedData<Topic extends SyncedTopic> = v.InferOutput<(typeof SYNCED_TOPICS)[Topic]>;

/** Text that may be an id of a thing; the database refuses others. */
export const SYNCED_ID = /^[A-Za-z0-9._:~-]{1,100}$/;

const named = { topic: v.string(), id: v.string() };
const anyData = v.nullable(v.record(v.string(), v.unknown()));

const syncedRowSchema = v.object({
  ...named,
  data: anyData,
  deleted: v.boolean(),
  revision: v.number(),
  /** Milliseconds since 1970. */
  changedAt: v.number(),
  sessionAt: v.nullable(v.number()),
});

/** A thing as the account has it. */
export type SyncedRow = v.InferOutput<typeof syncedRowSchema>;

/** A change of a thing, as `sync_items` is told. */
export type SyncedChange = Omit<SyncedRow, "revision"> & {
  /** Revision of the thing on which it was made; 0: the account did not have it. */
  base: number;
  /** Where both sides have changed it, both are to stay. */
  keepBoth: boolean;
};

/** Answer of `sync_items(changes, since)`. */
export const syncAnswerSchema = v.object({
  items: v.array(syncedRowSchema),
  /** Revision up to which the device now has everything. */
  cursor: v.number(),
  more: v.boolean(),
  conflicts: v.array(v.object(named)),
  refused: v.array(
    v.object({ topic: v.nullable(v.string()), id: v.nullable(v.string()), reason: v.string() }),
  ),
  /** Why the device begins anew. */
  reset: v.nullable(v.string()),
  /** The server's clock. */
  now: v.number(),
});

export type SyncAnswer = v.InferOutput<typeof syncAnswerSchema>;
