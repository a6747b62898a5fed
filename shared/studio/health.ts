import * as v from "valibot";

/** Health checks; requires the permission `settings`. */
export const HEALTH_PATH = "/api/studio/health";
/** Sends a test mail to the requesting staff member. */
export const HEALTH_MAIL_PATH = "/api/studio/health/test-mail";

/** Possible results; the catalogue has a text and an optional hint for each. */
const HEALTH_TEXTS = [
  "channelLive",
  "channelLoop",
  "channelOff",
  "channelUnknown",
  "channelDown",
  "listsGood",
  "unitsGood",
  "listsQuiet",
  "listsMissing",
  "listsAway",
  "unitsHigh",
  "mailGood",
  "mailQuiet",
  "mailFiles",
  "mailFailing",
  "pushGood",
  "pushQuiet",
  "pushFailing",
  "pushElsewhere",
  "databaseGood",
  "databaseFull",
  "databaseAway",
  "projectGood",
  "diskGood",
  "diskLasting",
  "diskShort",
  "diskSoonFull",
  "diskFull",
  "diskUnknown",
  "backupsGood",
  "backupsUnproven",
  "backupsNone",
  "backupsOld",
  "backupsMissing",
  "backupsFailing",
  "backupsBroken",
  "backupsElsewhere",
  "ownVideosInBackups",
  "ownVideosNotInBackups",
  "ownVideosMissing",
  "partsGood",
  "partsFailing",
  "versions",
  "clockGood",
  "clockOff",
] as const;

export type HealthText = (typeof HEALTH_TEXTS)[number];

const HEALTH_STATUSES = ["good", "warn", "bad", "off"] as const;

export type HealthStatus = (typeof HEALTH_STATUSES)[number];

const healthCheckSchema = v.object({
  /** "mail", "disk"; a channel is "channel:english". */
  id: v.string(),
  tone: v.picklist(HEALTH_STATUSES),
  text: v.picklist(HEALTH_TEXTS),
  /** Values for the text: bytes, counts, strings, instants (ISO 8601); see fillWords. */
  values: v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))),
  /** Start of this result, ISO 8601; null if unknown. */
  since: v.nullable(v.string()),
});

export type HealthCheck = v.InferOutput<typeof healthCheckSchema>;

/** Response of `GET /api/studio/health`. */
export const healthSchema = v.object({
  /** Server time, ISO 8601. */
  now: v.string(),
  lights: v.array(healthCheckSchema),
  /**
   * Whether this server can mail staff: false with an external project, which keeps their email
   * addresses.
   */
  hasAlerts: v.boolean(),
});

export type StudioHealth = v.InferOutput<typeof healthSchema>;

/** Response of the test mail: a failure as a short code, or null. */
export const testMailSchema = v.object({
  outcome: v.picklist(["sent", "file", "failed", "no_address", "too_many"]),
});

export type TestMailAnswer = v.InferOutput<typeof testMailSchema>;
