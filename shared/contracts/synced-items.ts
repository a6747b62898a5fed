import * as v from "valibot";

/**
 * Items that an account synchronizes between devices (decision 073): the data of each topic, and
 * the request and result of `sync_items`. Data that a schema cannot parse comes from a newer app:
 * it is stored unchanged and not shown.
 */

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const instant = v.pipe(v.number(), v.minValue(0));
const seconds = v.pipe(
  v.number(),
  v.check((value) => Number.isFinite(value)),
  v.minValue(0),
);
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const verse = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(176));

/** Maximum length of a note in UTF-16 units. */
export const NOTE_LENGTH = 4_000;
/** Maximum number of labels of a mark, and their maximum length in UTF-16 units. */
export const LABELS_LIMIT = 20;
export const LABEL_LENGTH = 40;

/** Lets another device show the video: its title, and the category where it was opened. */
const shownVideo = {
  title: v.optional(v.pipe(v.string(), v.maxLength(500))),
  category: v.optional(v.pipe(v.string(), v.maxLength(100))),
};

const watchMarkSchema = v.pipe(
  v.object({
    ...shownVideo,
    /** In seconds. */
    position: seconds,
    duration: seconds,
    state: v.picklist(["watching", "done", "hidden"]),
    /** Kind of device, for "on the phone". */
    device: v.optional(v.pipe(v.string(), v.maxLength(60))),
  }),
  v.check(
    ({ position, duration, state }) => state !== "watching" || (position > 0 && duration > 0),
  ),
);

/** Data of each topic. */
export const SYNCED_TOPICS = {
  /** By id `kind:USFM.chapter.verse`, in the numbering of the King James Version. */
  "bible-mark": v.object({
    kind: v.picklist(["highlight", "note", "bookmark"]),
    /** USFM code. */
    book: v.pipe(v.string(), v.regex(/^[1-4A-Z]{3}$/)),
    chapter: v.pipe(positive, v.maxValue(150)),
    from: verse,
    to: verse,
    /** Version in which the mark was made. */
    version: v.pipe(v.string(), v.maxLength(40)),
    colour: v.optional(v.picklist([1, 2, 3, 4, 5])),
    note: v.optional(v.pipe(v.string(), v.maxLength(NOTE_LENGTH))),
    labels: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(LABEL_LENGTH))), v.maxLength(LABELS_LIMIT)),
    ),
  }),
  "plan-run": v.object({
    /** Slug of the plan. */
    plan: v.pipe(v.string(), v.maxLength(100)),
    startedOn: day,
    pausedOn: v.optional(day),
    /** Days by which the plan was moved. */
    shift: v.optional(v.pipe(v.number(), v.integer())),
    /** First day that counts; earlier days were skipped. */
    from: v.optional(positive),
    /** Today's number when the reader was last asked how to continue. */
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
  /** By video id; the session is the start of the play. */
  "watch-mark": watchMarkSchema,
  /** By video id. */
  "watch-later": v.object({
    ...shownVideo,
    addedAt: instant,
  }),
};

export type SyncedTopic = keyof typeof SYNCED_TOPICS;

export type SyncedData<Topic extends SyncedTopic> = v.InferOutput<(typeof SYNCED_TOPICS)[Topic]>;

/** Valid ids; the database rejects others. */
export const SYNCED_ID = /^[A-Za-z0-9._:~-]{1,100}$/;

const named = { topic: v.string(), id: v.string() };
const anyData = v.nullable(v.record(v.string(), v.unknown()));

const syncedRowSchema = v.object({
  ...named,
  data: anyData,
  deleted: v.boolean(),
  revision: v.number(),
  /** Epoch milliseconds. */
  changedAt: v.number(),
  sessionAt: v.nullable(v.number()),
});

/** An item as the account has it. */
export type SyncedRow = v.InferOutput<typeof syncedRowSchema>;

/** A change for `sync_items`. */
export type SyncedChange = Omit<SyncedRow, "revision"> & {
  /** Revision of the item before the change; 0 for a new item. */
  base: number;
  /** On a conflict, keep both versions. */
  keepBoth: boolean;
};

/** Result of `sync_items(changes, since)`. */
export const syncAnswerSchema = v.object({
  items: v.array(syncedRowSchema),
  /** The device now has everything up to this revision. */
  cursor: v.number(),
  more: v.boolean(),
  conflicts: v.array(v.object(named)),
  refused: v.array(
    v.object({ topic: v.nullable(v.string()), id: v.nullable(v.string()), reason: v.string() }),
  ),
  /** Reason for a full resynchronization. */
  reset: v.nullable(v.string()),
  /** Server time. */
  now: v.number(),
});

export type SyncAnswer = v.InferOutput<typeof syncAnswerSchema>;
