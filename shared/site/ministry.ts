import { z } from "zod";
import { fileAnnouncementSchema } from "#shared/announcements/announcement.schema.ts";
import { CATEGORY_IDS } from "#shared/videos/categories.ts";
import { LANGUAGES } from "#shared/languages.ts";

/**
 * `ministry.json`: everything a ministry edits. Parsed once at start; the parsed value is trusted
 * from then on. Links are https only, so that no `javascript:` or clear-text address can be planted.
 */

const httpsUrl = z.url({
  protocol: /^https$/,
  error: (issue) => (issue.input === undefined ? undefined : "must be an https:// address"),
});

/** A host name as a content policy takes it, for example "player.example.org". */
const hostName = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
    "must be a host name, without https://",
  );

const LIBRARY_PLAYLISTS = CATEGORY_IDS.map((id) => `library-${id}`);

const playlistId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{10,64}$/, "must be a playlist id of 10 to 64 letters, digits, _ or -")
  .refine((id) => !id.startsWith("library-") || LIBRARY_PLAYLISTS.includes(id), {
    error: `the library has no such playlist: known are ${LIBRARY_PLAYLISTS.join(", ")}`,
  });

/** A text for people, in each language; one text alone is for all. */
function localText(maxLength: number) {
  const text = z.string().min(1).max(maxLength);
  return z.preprocess(
    (value) =>
      typeof value === "string"
        ? Object.fromEntries(LANGUAGES.map((language) => [language, value]))
        : value,
    z.record(z.enum(LANGUAGES), text),
  );
}

/** Where a channel's pictures come from. */
export const channelSourceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("linear"), lineupId: z.string().min(1) }),
  z.strictObject({
    kind: z.literal("hls"),
    url: httpsUrl,
    /** Further hosts that the stream's parts come from, when they are not that of `url`. */
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
    /** Id, class and data attributes of the element the script mounts on. */
    mountId: z
      .string()
      .regex(/^[\w-]+$/)
      .optional(),
    mountClass: z
      .string()
      .regex(/^[\w -]+$/)
      .optional(),
    data: z.record(z.string().regex(/^[a-z0-9-]+$/), z.string()).default({}),
    /** Further attributes of the script element itself. */
    attributes: z.record(z.string().regex(/^[a-z0-9-]+$/), z.string()).default({}),
    /** Global function to call with the mount element once the script has loaded. */
    callFunction: z
      .string()
      .regex(/^[A-Za-z_$][\w$]*$/)
      .optional(),
  }),
]);

const checkedSourceSchema = channelSourceSchema.superRefine((source, context) => {
  if (source.kind !== "youtube" || source.videoId !== undefined || source.channelId !== undefined) {
    return;
  }
  context.addIssue({
    code: "custom",
    message: "a youtube source needs a videoId, or a channelId for whatever the channel shows live",
  });
});

export type ChannelSource = z.infer<typeof channelSourceSchema>;

/** It stands in addresses and in names of files; a digit in front would change the order. */
const channelId = z
  .string()
  .regex(
    /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    "a channel's name is of small letters, digits and -, begins with a letter and has at most 40",
  );

const channelSchema = z.strictObject({
  /** Heading on Home, for example "Live Stream English". */
  name: localText(80),
  language: z.enum(LANGUAGES),
  source: checkedSourceSchema,
  /** What plays when `source` fails; absent: an honest card with "Try again". */
  fallback: checkedSourceSchema.optional(),
  /**
   * Picture that stands for the channel until it plays: a file beside `ministry.json` (.jpg, .png or
   * .webp), or the id of a clip of the library; absent: that of its source.
   */
  poster: z
    .string()
    .regex(
      /^(?!\/|.*\.\.)[\w./ -]+$/,
      "must name a file beside ministry.json or a clip of the library",
    )
    .optional(),
});

const serviceTimeSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/, "must be of small letters, digits and -"),
  weekday: z.enum(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]),
  /** Wall clock in `timeZone`, 24 hours, "16:00". */
  start: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a 24-hour time such as "16:00"'),
  durationMinutes: z
    .number()
    .int()
    .min(5)
    .max(24 * 60),
});

export const ministrySchema = z.strictObject({
  name: z.string().min(1).max(60),
  tagline: localText(120),
  mission: localText(2_000),
  phone: z.string().min(1).optional(),
  email: z.email("must be an e-mail address, such as hello@example.org"),
  address: z.string().min(1).optional(),
  /** A link that is absent has no place on any page. */
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
  /** By id, in the order of Home; the first one's player leads to Live TV. */
  channels: z
    .record(channelId, channelSchema)
    .refine((channels) => Object.keys(channels).length > 0, {
      error: "must name at least one channel, as the demonstration's ministry.json does",
    }),
  /** Playlist id per category; `library-{category}` plays the bundled library. */
  playlists: z.record(z.enum(CATEGORY_IDS), playlistId),
  services: z.strictObject({
    timeZone: z.string().refine(isTimeZone, "must be an IANA time zone such as Europe/Paris"),
    weekly: z.array(serviceTimeSchema).min(1).superRefine(refuseRepeatedIds),
  }),
  /** Shown above every page, one at a time; the studio adds its own. */
  announcements: z.array(fileAnnouncementSchema).optional(),
});

/** A channel as `ministry.json` describes it. */
export type MinistryChannel = z.infer<typeof channelSchema>;
export type Ministry = z.infer<typeof ministrySchema>;
export type ServiceTime = z.infer<typeof serviceTimeSchema>;

/** Calendars and reminders know a service by its id. */
function refuseRepeatedIds(weekly: readonly { id: string }[], context: z.RefinementCtx): void {
  weekly.forEach(({ id }, index) => {
    if (weekly.findIndex((service) => service.id === id) === index) return;
    const message = `another service has the id "${id}" already: give each its own`;
    context.addIssue({ code: "custom", path: [index, "id"], message });
  });
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
