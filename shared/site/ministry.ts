import { z } from "zod";
import { fileAnnouncementSchema } from "#shared/announcements/announcement.schema.ts";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";
import { ownListFacts } from "#shared/videos/custom-playlist.ts";
import { lineText, localLine, localText, writtenText } from "./localized-text.schema.ts";
import { CATEGORY_IDS } from "#shared/videos/categories.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { HOST_NAME } from "#shared/live/public-host.domain.ts";
import { FEASTS, WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import { isHeldOn, type ServiceSchedule } from "#shared/live/service-schedule.domain.ts";
import { isTimeZone } from "#shared/time-zone.ts";

/**
 * `ministry.json`: everything a ministry edits. Parsed once at startup, then trusted. Links are
 * https only, which excludes `javascript:` and clear-text URLs.
 */

const httpsUrl = z.url({
  protocol: /^https$/,
  error: (issue) => (issue.input === undefined ? undefined : "must be an https:// address"),
});

const hostName = z.string().regex(HOST_NAME, "must be a host name, without https://");

const LIBRARY_PLAYLISTS = CATEGORY_IDS.map((id) => `library-${id}`);

export const playlistId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{10,64}$/, "must be a playlist id of 10 to 64 letters, digits, _ or -")
  .refine((id) => !id.startsWith("library-") || LIBRARY_PLAYLISTS.includes(id), {
    error: `the library has no such playlist: known are ${LIBRARY_PLAYLISTS.join(", ")}`,
  });

/** Part of URLs. */
export const categoryId = z
  .string()
  .regex(
    /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    "a category's name is of small letters, digits and -, begins with a letter and has at most 40",
  );

/** Source of a channel. */
export const channelSourceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("linear"), lineupId: z.string().min(1) }),
  z.strictObject({
    kind: z.literal("hls"),
    url: httpsUrl,
    /** Further hosts of the stream's segments, besides the host of `url`. */
    hosts: z.array(hostName).optional(),
  }),
  z.strictObject({
    kind: z.literal("youtube"),
    videoId: z
      .string()
      .regex(/^[\w-]{11}$/, "must be the 11 characters after watch?v= in the video's address")
      .optional(),
    channelId: z
      .string()
      .regex(/^UC[\w-]{22}$/, 'must be the channel\'s id: "UC" and 22 characters')
      .optional(),
  }),
  z.strictObject({ kind: z.literal("iframe"), url: httpsUrl, hosts: z.array(hostName).min(1) }),
  z.strictObject({
    kind: z.literal("script"),
    src: httpsUrl,
    hosts: z.array(hostName).min(1),
    /** Id, class and data attributes of the element that the script mounts on. */
    mountId: z
      .string()
      .regex(/^[\w-]+$/)
      .optional(),
    mountClass: z
      .string()
      .regex(/^[\w -]+$/)
      .optional(),
    data: z.record(z.string().regex(/^[a-z0-9-]+$/), z.string()).default({}),
    /** Further attributes of the script element. */
    attributes: z.record(z.string().regex(/^[a-z0-9-]+$/), z.string()).default({}),
    /** Global function to call with the mount element after the script has loaded. */
    callFunction: z
      .string()
      .regex(/^[A-Za-z_$][\w$]*$/)
      .optional(),
  }),
]);

/** A source, with checks beyond its shape. */
export const checkedSourceSchema = channelSourceSchema.superRefine((source, context) => {
  if (source.kind !== "youtube" || source.videoId !== undefined || source.channelId !== undefined) {
    return;
  }
  context.addIssue({
    code: "custom",
    message: "a youtube source needs a videoId, or a channelId for whatever the channel shows live",
  });
});

export type ChannelSource = z.infer<typeof channelSourceSchema>;

/** Part of URLs and file names; a leading digit would change the order of JSON keys. */
export const channelId = z
  .string()
  .regex(
    /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    "a channel's name is of small letters, digits and -, begins with a letter and has at most 40",
  );

/** A channel in `ministry.json`. */
export const channelSchema = z.strictObject({
  /** Heading on Home, for example "Live Stream English". */
  name: localLine(80),
  language: z.enum(LANGUAGES),
  source: checkedSourceSchema,
  /** Plays when `source` fails; absent: a card with "Try again". */
  fallback: checkedSourceSchema.optional(),
  /**
   * Image until the channel plays: a file next to `ministry.json` (.jpg, .png or .webp), or the id
   * of a bundled clip; absent: the source's image.
   */
  poster: z
    .string()
    .regex(
      /^(?!\/|.*\.\.)[\w./ -]+$/,
      "must name a file beside ministry.json or a clip of the library",
    )
    .optional(),
  /** Selected source; absent: `source`. */
  use: z.enum(["source", "fallback"]).optional(),
  /** The channel is off air: its card shows the next service. */
  isOffAir: z.boolean().optional(),
  /** Seconds without a stream until an hls `source` fails over to `fallback`; absent: 30. */
  fallbackAfterSeconds: z.number().int().min(10).max(3_600).optional(),
});

const weekday = z.enum(WEEKDAYS);

/** Local time in `timeZone`, "16:00". */
const wallClock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a 24-hour time such as "16:00"');

const calendarDay = z.iso.date('must be a day such as "2026-11-26"');

const serviceTimes = {
  id: z.string().regex(/^[a-z0-9-]+$/, "must be of small letters, digits and -"),
  start: wallClock,
  durationMinutes: z
    .number()
    .int()
    .min(5)
    .max(24 * 60),
};

export const serviceTimeSchema = z.strictObject({
  ...serviceTimes,
  weekday,
  /** Absent: the weekday is the title. */
  title: localLine(80).optional(),
});

/** Range of a series; weeks or months count from the first day. */
const seriesBounds = { from: calendarDay, until: calendarDay.optional() };

export const otherServiceSchema = z.strictObject({
  ...serviceTimes,
  title: localLine(80),
  rule: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("once"), date: calendarDay }),
    z.strictObject({
      kind: z.literal("weeks"),
      weekday,
      every: z.number().int().min(2).max(8),
      ...seriesBounds,
    }),
    z.strictObject({
      kind: z.literal("months"),
      weekday,
      /** The first to the fourth of the month; -1: the last. */
      which: z.literal([1, 2, 3, 4, -1]),
      every: z.number().int().min(1).max(12),
      ...seriesBounds,
    }),
    z.strictObject({ kind: z.literal("feast"), feast: z.enum(FEASTS) }),
  ]),
});

export const serviceExceptionSchema = z.strictObject({
  serviceId: z.string(),
  /** Original day of the occurrence. */
  date: calendarDay,
  kind: z.enum(["cancelled", "moved"]),
  newDate: calendarDay.optional(),
  newStart: wallClock.optional(),
  /** Reason for visitors; falls back to the other language. */
  note: writtenText(200).optional(),
});

export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, "must be an IANA time zone such as Europe/Paris");

export const ministrySchema = z.strictObject({
  name: lineText(60),
  tagline: localText(120),
  mission: localText(2_000),
  phone: z.string().min(1).optional(),
  email: z.email("must be an e-mail address, such as hello@example.org"),
  address: z.string().min(1).optional(),
  /** An absent link is not shown. */
  social: z
    .strictObject({
      facebook: httpsUrl.optional(),
      x: httpsUrl.optional(),
      instagram: httpsUrl.optional(),
      youtube: httpsUrl.optional(),
    })
    .default({}),
  links: z
    .strictObject({
      prayerRequests: httpsUrl.optional(),
      aboutUs: httpsUrl.optional(),
      contactUs: httpsUrl.optional(),
      donate: httpsUrl.optional(),
      give: httpsUrl.optional(),
      partnership: httpsUrl.optional(),
    })
    .default({}),
  /** By id, in the order of Home; Live TV opens with the first. */
  channels: z
    .record(channelId, channelSchema)
    .refine((channels) => Object.keys(channels).length > 0, {
      error: "must name at least one channel, as the demonstration's ministry.json does",
    })
    .refine((channels) => Object.keys(channels).length <= 50, {
      error: "must name at most 50 channels: every visitor of Home loads all of them",
    }),
  /** Playlist id per category; `library-{category}` plays the bundled library. */
  playlists: z
    .record(categoryId, playlistId)
    .superRefine((playlists, context) =>
      CATEGORY_IDS.filter((id) => playlists[id] === undefined).forEach((id) =>
        context.addIssue({ code: "custom", path: [id], message: "must name its playlist" }),
      ),
    ),
  /** Overrides of the product's categories: names, order, visibility. */
  categories: z
    .record(
      categoryId,
      z.strictObject({
        title: localLine(60).optional(),
        description: localText(300).optional(),
        position: z.number().int().min(0).max(99).optional(),
        isHidden: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Overrides of a video's own details, by video id. */
  videos: z.record(z.string(), videoFacts).optional(),
  /** Custom playlists by category. */
  lists: z.record(categoryId, ownListFacts.shape.videos).optional(),
  services: z
    .strictObject({
      timeZone: timeZoneSchema,
      weekly: z.array(serviceTimeSchema).min(1).max(100).superRefine(refuseRepeatedIds),
      /** Monthly services, special days, single services. */
      others: z.array(otherServiceSchema).max(50).superRefine(refuseRepeatedIds).optional(),
      /** Cancelled and moved occurrences. */
      exceptions: z.array(serviceExceptionSchema).max(200).optional(),
      /** Increases with each change in the studio, for calendars. */
      revision: z.number().int().optional(),
    })
    .superRefine(refuseStrayServices),
  /** Shown above every page, one at a time; the studio adds its own. */
  announcements: z.array(fileAnnouncementSchema).max(200).optional(),
});

/** A channel of the effective ministry. */
export type MinistryChannel = z.infer<typeof channelSchema>;
export type Ministry = z.infer<typeof ministrySchema>;

/** Requires unique service ids, and exceptions that match an occurrence. */
export function refuseStrayServices(
  services: ServiceSchedule,
  context: Pick<z.RefinementCtx, "addIssue">,
): void {
  const { weekly, others = [], exceptions = [] } = services;
  others.forEach(({ id }, index) => {
    if (!weekly.some((service) => service.id === id)) return;
    const message = `another service has the id "${id}" already: give each its own`;
    context.addIssue({ code: "custom", path: ["others", index, "id"], message });
  });
  exceptions.forEach((exception, index) => {
    if (isHeldOn(services, exception.serviceId, exception.date)) return;
    const message = `there is no service "${exception.serviceId}" on ${exception.date}`;
    context.addIssue({ code: "custom", path: ["exceptions", index, "date"], message });
  });
}

/** Calendars and reminders identify a service by its id. */
export function refuseRepeatedIds(
  weekly: readonly { id: string }[],
  context: z.RefinementCtx,
): void {
  weekly.forEach(({ id }, index) => {
    if (weekly.findIndex((service) => service.id === id) === index) return;
    const message = `another service has the id "${id}" already: give each its own`;
    context.addIssue({ code: "custom", path: [index, "id"], message });
  });
}
