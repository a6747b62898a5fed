import { z } from "zod";
import { CATEGORY_IDS } from "#shared/categories.ts";

/**
 * `ministry.json`: everything a ministry edits. Parsed once at start; the parsed value is trusted
 * from then on. Links are https only, so that no `javascript:` or clear-text address can be planted.
 */

const httpsUrl = z.url({ protocol: /^https$/, error: "must be an https:// address" });

/** A host name as a content policy takes it, for example "player.example.org". */
const hostName = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
    "must be a host name, without https://",
  );

const playlistId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{10,64}$/, "must be a playlist id of 10 to 64 letters, digits, _ or -");

/** Where a channel's pictures come from (video reference, section 4). */
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
      .regex(/^[\w-]{11}$/)
      .optional(),
    channelId: z
      .string()
      .regex(/^UC[\w-]{22}$/)
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

export type ChannelSource = z.infer<typeof channelSourceSchema>;

const channelSchema = z.strictObject({
  /** Heading on Home, for example "Live Stream English". */
  name: z.string().min(1),
  language: z.enum(["en", "fr"]),
  source: channelSourceSchema,
  /** What plays when `source` fails; absent: an honest card with "Try again". */
  fallback: channelSourceSchema.optional(),
});

const serviceTimeSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
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
  tagline: z.string().min(1).max(120),
  mission: z.strictObject({ en: z.string().min(1), fr: z.string().min(1) }),
  phone: z.string().min(1),
  email: z.email(),
  address: z.string().min(1),
  social: z.strictObject({
    facebook: httpsUrl,
    x: httpsUrl,
    instagram: httpsUrl,
    youtube: httpsUrl,
  }),
  links: z.strictObject({
    prayerRequests: httpsUrl,
    aboutUs: httpsUrl,
    contactUs: httpsUrl,
    donate: httpsUrl,
    give: httpsUrl,
    partnership: httpsUrl,
  }),
  channels: z.strictObject({ english: channelSchema, french: channelSchema }),
  /** Playlist id per category; `library-{category}` plays the bundled library. */
  playlists: z.record(z.enum(CATEGORY_IDS), playlistId),
  services: z.strictObject({
    timeZone: z.string().refine(isTimeZone, "must be an IANA time zone such as Europe/Paris"),
    weekly: z.array(serviceTimeSchema).min(1),
  }),
});

export type Ministry = z.infer<typeof ministrySchema>;
export type ServiceTime = z.infer<typeof serviceTimeSchema>;

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
