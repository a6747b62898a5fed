import * as v from "valibot";

const captionTrackSchema = v.object({ language: v.string(), label: v.string(), url: v.string() });

/** A caption file of a programme or clip. */
export type CaptionTrack = v.InferOutput<typeof captionTrackSchema>;

/** One programme of a linear channel; ISO 8601 instants. */
const programmeSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** Passage of Scripture, or "". */
  reference: v.string(),
  start: v.string(),
  end: v.string(),
  /** Image URL. */
  poster: v.string(),
  captions: v.array(captionTrackSchema),
});

export type Programme = v.InferOutput<typeof programmeSchema>;

const scheduledSchema = v.object({
  ...v.pick(programmeSchema, ["id", "title", "reference", "start", "end"]).entries,
  /** Language of the title, BCP 47; "" if unknown. */
  language: v.string(),
});

/** A programme in a channel's schedule. */
export type ScheduledProgramme = v.InferOutput<typeof scheduledSchema>;

/** Response of `GET /api/live/{channel}/schedule`: the programmes of the next 24 hours. */
export const channelScheduleSchema = v.object({
  v: v.literal(1),
  programmes: v.array(scheduledSchema),
});

export type ChannelSchedule = v.InferOutput<typeof channelScheduleSchema>;

/** Response of `GET /live/{channel}/guide`. */
export const programmeGuideSchema = v.object({
  v: v.literal(1),
  /** The last minute, oldest first: players lag behind the clock. */
  previous: v.array(programmeSchema),
  now: v.nullable(programmeSchema),
  next: v.array(programmeSchema),
});

export type ProgrammeGuide = v.InferOutput<typeof programmeGuideSchema>;
