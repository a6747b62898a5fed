import { z } from "zod";

/** Where the server tells helpers with the permission `settings` how it is. */
export const HEALTH_PATH = "/api/studio/health";
/** Sends one mail to the helper who asks. */
export const HEALTH_MAIL_PATH = "/api/studio/health/test-mail";

/** What a light can say; each has its words and perhaps a next step in the catalogue. */
export const LIGHT_TEXTS = [
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
  "partsGood",
  "partsFailing",
  "versions",
  "clockGood",
  "clockOff",
] as const;

export type LightText = (typeof LIGHT_TEXTS)[number];

export const LIGHT_TONES = ["good", "warn", "bad", "off"] as const;

export type HealthStatus = (typeof LIGHT_TONES)[number];

const lightSchema = z.object({
  /** "mail", "disk"; a channel is "channel:english". */
  id: z.string(),
  tone: z.enum(LIGHT_TONES),
  text: z.enum(LIGHT_TEXTS),
  /** What stands in the words: bytes, counts, texts, instants (ISO 8601); see fillWords. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Since when it is so, ISO 8601; null where nobody knows. */
  since: z.string().nullable(),
});

export type HealthCheck = z.infer<typeof lightSchema>;

/** Answer of `GET /api/studio/health`. */
export const healthSchema = z.object({
  /** The server's clock, ISO 8601. */
  now: z.string(),
  lights: z.array(lightSchema),
  /** Whether this server can tell helpers by mail: false with a project elsewhere, whose addresses it does not know. */
  hasAlerts: z.boolean(),
});

export type StudioHealth = z.infer<typeof healthSchema>;

/** Answer of the test mail: why it failed as a short code, or null. */
export const testMailSchema = z.object({
  outcome: z.enum(["sent", "file", "failed", "no_address", "too_many"]),
});

export type TestMailAnswer = z.infer<typeof testMailSchema>;
