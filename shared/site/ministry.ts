import * as v from "valibot";
import { fileAnnouncementSchema } from "#shared/announcements/announcement.schema.ts";
import { EMAIL_ADDRESS, isDay, isHttpsUrl } from "#shared/formats.ts";
import { issuePath } from "#shared/issue-path.ts";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";
import { ownListFacts } from "#shared/videos/custom-playlist.ts";
import { lineText, localLine, localText, writtenText } from "./localized-text.schema.ts";
import { CATEGORY_IDS, LIBRARY_PLAYLIST_PREFIX } from "#shared/videos/categories.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { HOST_NAME } from "#shared/live/public-host.domain.ts";
import { FEASTS, WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import { isHeldOn, type ServiceSchedule } from "#shared/live/service-schedule.domain.ts";
import { isTimeZone } from "#shared/time-zone.ts";

/**
 * `ministry.json`: everything a ministry edits. Parsed once at startup, then trusted. Links are
 * https only, which excludes `javascript:` and clear-text URLs.
 */

/** An https URL, without the outer blanks and the line breaks that a URL parser ignores. */
export function httpsUrl(message: string): v.GenericSchema<string> {
  return v.pipe(
    v.string(),
    v.transform((text) => text.trim().replaceAll(/[\t\n\r]/g, "")),
    v.check(isHttpsUrl, message),
  );
}

const webAddress = httpsUrl("must be an https:// address");
const filled = v.pipe(v.string(), v.minLength(1));
const hostName = v.pipe(v.string(), v.regex(HOST_NAME, "must be a host name, without https://"));

const LIBRARY_PLAYLISTS = CATEGORY_IDS.map((id) => `${LIBRARY_PLAYLIST_PREFIX}${id}`);

export const playlistId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{10,64}$/, "must be a playlist id of 10 to 64 letters, digits, _ or -"),
  v.check(
    (id) => !id.startsWith(LIBRARY_PLAYLIST_PREFIX) || LIBRARY_PLAYLISTS.includes(id),
    `the library has no such playlist: known are ${LIBRARY_PLAYLISTS.join(", ")}`,
  ),
);

/** Part of URLs. */
export const categoryId = v.pipe(
  v.string(),
  v.regex(
    /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    "a category's name is of small letters, digits and -, begins with a letter and has at most 40",
  ),
);

/** Attributes of an element, by name. */
const attributes = v.record(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)), v.string());

/** Source of a channel. */
const channelSourceSchema = v.variant("kind", [
  /** What an encoder or a phone sends to this server. */
  v.strictObject({ kind: v.literal("ingest") }),
  v.strictObject({ kind: v.literal("linear"), lineupId: filled }),
  v.strictObject({
    kind: v.literal("hls"),
    url: webAddress,
    /** Further hosts of the stream's segments, besides the host of `url`. */
    hosts: v.optional(v.array(hostName)),
  }),
  v.strictObject({
    kind: v.literal("youtube"),
    videoId: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\w-]{11}$/, "must be the 11 characters after watch?v= in the video's address"),
      ),
    ),
    channelId: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^UC[\w-]{22}$/, 'must be the channel\'s id: "UC" and 22 characters'),
      ),
    ),
  }),
  v.strictObject({
    kind: v.literal("iframe"),
    url: webAddress,
    hosts: v.pipe(v.array(hostName), v.minLength(1)),
  }),
  v.strictObject({
    kind: v.literal("script"),
    src: webAddress,
    hosts: v.pipe(v.array(hostName), v.minLength(1)),
    /** Id, class and data attributes of the element that the script mounts on. */
    mountId: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/))),
    mountClass: v.optional(v.pipe(v.string(), v.regex(/^[\w -]+$/))),
    data: v.optional(attributes, {}),
    /** Further attributes of the script element. */
    attributes: v.optional(attributes, {}),
    /** Global function to call with the mount element after the script has loaded. */
    callFunction: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z_$][\w$]*$/))),
  }),
]);

/** A source, with checks beyond its shape. */
export const checkedSourceSchema = v.pipe(
  channelSourceSchema,
  v.check(
    (source) =>
      source.kind !== "youtube" || source.videoId !== undefined || source.channelId !== undefined,
    "a youtube source needs a videoId, or a channelId for whatever the channel shows live",
  ),
);

export type ChannelSource = v.InferOutput<typeof channelSourceSchema>;

/** Rejects a fallback that is silent between services itself. */
export const notIngest = v.check<ChannelSource, string>(
  ({ kind }) => kind !== "ingest",
  "own broadcasts can only be a channel's source, because they end",
);

/** Part of URLs and file names; a leading digit would change the order of JSON keys. */
export const channelId = v.pipe(
  v.string(),
  v.regex(
    /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    "a channel's name is of small letters, digits and -, begins with a letter and has at most 40",
  ),
);

/** A channel in `ministry.json`. */
export const channelSchema = v.strictObject({
  /** Heading on Home, for example "Live Stream English". */
  name: localLine(80),
  language: v.picklist(LANGUAGES),
  source: checkedSourceSchema,
  /** Plays when `source` fails; absent: a card with "Try again". */
  fallback: v.optional(v.pipe(checkedSourceSchema, notIngest)),
  /**
   * Image until the channel plays: a file next to `ministry.json` (.jpg, .png or .webp), or the id
   * of a bundled clip; absent: the source's image.
   */
  poster: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?!\/|.*\.\.)[\w./ -]+$/,
        "must name a file beside ministry.json or a clip of the library",
      ),
    ),
  ),
  /** Selected source; absent: `source`. */
  use: v.optional(v.picklist(["source", "fallback"])),
  /** The channel is off air: its card shows the next service. */
  isOffAir: v.optional(v.boolean()),
  /** Seconds without a stream until an hls `source` fails over to `fallback`; absent: 30. */
  fallbackAfterSeconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(10), v.maxValue(3_600)),
  ),
});

const weekday = v.picklist(WEEKDAYS);

/** Local time in `timeZone`, "16:00". */
const wallClock = v.pipe(
  v.string(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a 24-hour time such as "16:00"'),
);

const calendarDay = v.pipe(v.string(), v.check(isDay, 'must be a day such as "2026-11-26"'));

const serviceTimes = {
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, "must be of small letters, digits and -")),
  start: wallClock,
  durationMinutes: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(24 * 60)),
  /** Channel that carries it; absent: the one that is on air. */
  channel: v.optional(channelId),
};

export const serviceTimeSchema = v.strictObject({
  ...serviceTimes,
  weekday,
  /** Absent: the weekday is the title. */
  title: v.optional(localLine(80)),
});

/** Range of a series; weeks or months count from the first day. */
const seriesBounds = { from: calendarDay, until: v.optional(calendarDay) };

export const otherServiceSchema = v.strictObject({
  ...serviceTimes,
  title: localLine(80),
  rule: v.variant("kind", [
    v.strictObject({ kind: v.literal("once"), date: calendarDay }),
    v.strictObject({
      kind: v.literal("weeks"),
      weekday,
      every: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(8)),
      ...seriesBounds,
    }),
    v.strictObject({
      kind: v.literal("months"),
      weekday,
      /** The first to the fourth of the month; -1: the last. */
      which: v.picklist([1, 2, 3, 4, -1]),
      every: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
      ...seriesBounds,
    }),
    v.strictObject({ kind: v.literal("feast"), feast: v.picklist(FEASTS) }),
  ]),
});

export const serviceExceptionSchema = v.strictObject({
  serviceId: v.string(),
  /** Original day of the occurrence. */
  date: calendarDay,
  kind: v.picklist(["cancelled", "moved"]),
  newDate: v.optional(calendarDay),
  newStart: v.optional(wallClock),
  /** Reason for visitors; falls back to the other language. */
  note: v.optional(writtenText(200)),
});

/** Fields of a schedule. */
export const scheduleFields = {
  timeZone: v.pipe(
    v.string(),
    v.check(isTimeZone, "must be an IANA time zone such as Europe/Paris"),
  ),
  weekly: v.pipe(
    v.array(serviceTimeSchema),
    v.minLength(1),
    v.maxLength(100),
    v.rawCheck(rejectRepeatedIds),
  ),
  /** Monthly services, special days, single services. */
  others: v.pipe(v.array(otherServiceSchema), v.maxLength(50), v.rawCheck(rejectRepeatedIds)),
  /** Cancelled and moved occurrences. */
  exceptions: v.pipe(v.array(serviceExceptionSchema), v.maxLength(200)),
};

export const ministrySchema = v.strictObject({
  name: lineText(60),
  tagline: localText(120),
  mission: localText(2_000),
  phone: v.optional(filled),
  email: v.pipe(
    v.string(),
    v.regex(EMAIL_ADDRESS, "must be an email address, such as hello@example.org"),
  ),
  address: v.optional(filled),
  /** An absent link is not shown. */
  social: v.optional(
    v.strictObject({
      facebook: v.optional(webAddress),
      x: v.optional(webAddress),
      instagram: v.optional(webAddress),
      youtube: v.optional(webAddress),
    }),
    {},
  ),
  links: v.optional(
    v.strictObject({
      prayerRequests: v.optional(webAddress),
      aboutUs: v.optional(webAddress),
      contactUs: v.optional(webAddress),
      donate: v.optional(webAddress),
      give: v.optional(webAddress),
      partnership: v.optional(webAddress),
    }),
    {},
  ),
  /** By id, in the order of Home; Live TV opens with the first. */
  channels: v.pipe(
    v.record(channelId, channelSchema),
    v.check(
      (channels) => Object.keys(channels).length > 0,
      "must name at least one channel, as the demonstration's ministry.json does",
    ),
    v.check(
      (channels) => Object.keys(channels).length <= 50,
      "must name at most 50 channels: every visitor of Home loads all of them",
    ),
  ),
  /** Playlist id per category; `library-{category}` plays the bundled library. */
  playlists: v.pipe(
    v.record(categoryId, playlistId),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const id of CATEGORY_IDS) {
        if (dataset.value[id] !== undefined) continue;
        addIssue({ message: "must name its playlist", path: issuePath(dataset.value, id) });
      }
    }),
  ),
  /** Overrides of the product's categories: names, order, visibility. */
  categories: v.optional(
    v.record(
      categoryId,
      v.strictObject({
        title: v.optional(localLine(60)),
        description: v.optional(localText(300)),
        position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99))),
        isHidden: v.optional(v.boolean()),
      }),
    ),
  ),
  /** Overrides of a video's own details, by video id. */
  videos: v.optional(v.record(v.string(), videoFacts)),
  /** Custom playlists by category. */
  lists: v.optional(v.record(categoryId, ownListFacts.entries.videos)),
  services: v.pipe(
    v.strictObject({
      timeZone: scheduleFields.timeZone,
      weekly: scheduleFields.weekly,
      others: v.optional(scheduleFields.others),
      exceptions: v.optional(scheduleFields.exceptions),
      /** Increases with each change in the studio, for calendars. */
      revision: v.optional(v.pipe(v.number(), v.integer())),
    }),
    v.rawCheck(rejectStrayServices),
  ),
  /** Shown above every page, one at a time; the studio adds its own. */
  announcements: v.optional(v.pipe(v.array(fileAnnouncementSchema), v.maxLength(200))),
});

/** A channel of the effective ministry. */
export type MinistryChannel = v.InferOutput<typeof channelSchema>;
export type Ministry = v.InferOutput<typeof ministrySchema>;

/** Requires unique service ids, and exceptions that match an occurrence. */
export function rejectStrayServices<Services extends ServiceSchedule>({
  dataset,
  addIssue,
}: v.RawCheckContext<Services>): void {
  if (!dataset.typed) return;
  const services = dataset.value;
  const { weekly, others = [], exceptions = [] } = services;
  others.forEach(({ id }, index) => {
    if (!weekly.some((service) => service.id === id)) return;
    const message = `another service has the id "${id}" already: give each its own`;
    addIssue({ message, path: issuePath(services, "others", index, "id") });
  });
  exceptions.forEach((exception, index) => {
    if (isHeldOn(services, exception.serviceId, exception.date)) return;
    const message = `there is no service "${exception.serviceId}" on ${exception.date}`;
    addIssue({ message, path: issuePath(services, "exceptions", index, "date") });
  });
}

/** Calendars and reminders identify a service by its id. */
function rejectRepeatedIds<Service extends { id: string }>({
  dataset,
  addIssue,
}: v.RawCheckContext<Service[]>): void {
  if (!dataset.typed) return;
  const services = dataset.value;
  services.forEach(({ id }, index) => {
    if (services.findIndex((service) => service.id === id) === index) return;
    const message = `another service has the id "${id}" already: give each its own`;
    addIssue({ message, path: issuePath(services, index, "id") });
  });
}
