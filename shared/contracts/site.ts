import * as v from "valibot";
import { SEVERITIES } from "#shared/announcements/announcement.domain.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { FEASTS, WEEKDAYS } from "#shared/live/service-rules.domain.ts";

const text = v.string();
/** Absent: the link is shown nowhere. */
const link = v.optional(text);
const localText = v.object(v.entriesFromList(LANGUAGES, text));
/** A text in the languages in which it exists. */
const writtenText = v.object(v.entriesFromList(LANGUAGES, v.exactOptional(text)));
/** A text with its language, which can differ from the page's. */
const shownText = { text, lang: v.picklist(LANGUAGES) };
const weekday = v.picklist(WEEKDAYS);

/** Values by channel id, in the ministry's order. */
function ofChannels<Facts extends v.GenericSchema>(facts: Facts) {
  return v.record(text, facts);
}

/** Data of a channel without its source, which stays on the server. */
const channelFacts = {
  language: v.picklist(LANGUAGES),
  /** Host of an external player, which needs the visitor's consent; null for our own player. */
  providerHost: v.nullable(text),
  /** Whether the channel plays the library around the clock. */
  isLinear: v.boolean(),
};

const siteChannelSchema = v.object({ ...channelFacts, name: text });

/** A channel in the page's language. */
export type SiteChannel = v.InferOutput<typeof siteChannelSchema>;

/** Data that is the same in every language. */
const ministryFacts = {
  name: text,
  phone: link,
  email: text,
  address: link,
  social: v.object({ facebook: link, x: link, instagram: link, youtube: link }),
  links: v.object({
    prayerRequests: link,
    aboutUs: link,
    contactUs: link,
    donate: link,
    give: link,
    partnership: link,
  }),
  /** Playlist id of each category. */
  playlists: v.record(text, text),
};

/** Categories of the studio, with texts in every language or in the page's. */
function categoriesWith<Words extends v.GenericSchema>(words: Words) {
  return v.optional(
    v.record(
      text,
      v.object({
        title: v.optional(words),
        description: v.optional(words),
        position: v.optional(v.number()),
        isHidden: v.optional(v.boolean()),
      }),
    ),
  );
}

const rule = v.variant("kind", [
  v.object({ kind: v.literal("once"), date: text }),
  v.object({
    kind: v.literal("weeks"),
    weekday,
    every: v.number(),
    from: text,
    until: v.optional(text),
  }),
  v.object({
    kind: v.literal("months"),
    weekday,
    which: v.picklist([1, 2, 3, 4, -1]),
    every: v.number(),
    from: text,
    until: v.optional(text),
  }),
  v.object({ kind: v.literal("feast"), feast: v.picklist(FEASTS) }),
]);

/** `start` is local time in the ministry's zone, "16:00". */
const serviceTimes = {
  id: text,
  start: text,
  durationMinutes: v.number(),
  channel: v.optional(text),
};

/** Services, with names and notes in every language or in the page's. */
function servicesWith<Words extends v.GenericSchema, Note extends v.GenericSchema>(
  words: Words,
  note: Note,
) {
  return v.object({
    /** IANA name. */
    timeZone: text,
    weekly: v.array(v.object({ ...serviceTimes, weekday, title: v.optional(words) })),
    others: v.optional(v.array(v.object({ ...serviceTimes, title: words, rule }))),
    exceptions: v.optional(
      v.array(
        v.object({
          serviceId: text,
          date: text,
          kind: v.picklist(["cancelled", "moved"]),
          newDate: v.optional(text),
          newStart: v.optional(text),
          note: v.optional(note),
        }),
      ),
    ),
    revision: v.optional(v.number()),
  });
}

const announcementFacts = {
  /** Id and version. */
  key: text,
  severity: v.picklist(SEVERITIES),
  /** An https URL, or a path of this site. */
  link,
  /** ISO instants. */
  from: link,
  until: link,
};

/** An announcement in the page's language. */
const siteAnnouncementSchema = v.object({
  ...announcementFacts,
  ...shownText,
});

export type SiteAnnouncement = v.InferOutput<typeof siteAnnouncementSchema>;

const siteMinistrySchema = v.object({
  ...ministryFacts,
  services: servicesWith(localText, writtenText),
  categories: categoriesWith(localText),
  tagline: localText,
  mission: localText,
  channels: ofChannels(v.object({ ...channelFacts, name: localText })),
  /** Current announcements. */
  announcements: v.optional(v.array(v.object({ ...announcementFacts, text: writtenText }))),
});

/** A channel in every language. */
export type SiteMinistryChannel = SiteMinistry["channels"][string];

/** Public data of `ministry.json`, in every language. */
export type SiteMinistry = v.InferOutput<typeof siteMinistrySchema>;

const pageMinistrySchema = v.object({
  ...ministryFacts,
  services: servicesWith(text, v.object(shownText)),
  categories: categoriesWith(text),
  tagline: text,
  mission: text,
  channels: ofChannels(siteChannelSchema),
  /** Current announcements in order; a page shows the first that was not dismissed. */
  announcements: v.optional(v.array(siteAnnouncementSchema)),
});

/** Services in the page's language. */
export type PageServices = v.InferOutput<typeof pageMinistrySchema>["services"];

/** Public data of `ministry.json`, in the page's language. */
export type PageMinistry = v.InferOutput<typeof pageMinistrySchema>;

const siteFacts = {
  /** ISO instant of the next announcement; its text stays on the server until then. */
  nextAnnouncementAt: v.optional(text),
  /** Changes when any other field changes. */
  revision: text,
  /** Origin for canonical URLs and share tags, without trailing slash. */
  siteUrl: text,
  /** Origin of the backend; "" for this server. */
  backendUrl: text,
  /** Key of role anon, safe in a browser. */
  publishableKey: text,
  /** Origin of the embed pages; "" for this server. */
  embedOrigin: text,
  /** Unpublished document of a preview page; absent on other pages. */
  preview: v.optional(v.object({ kind: text, id: text, body: v.record(text, v.unknown()) })),
  /** Image of each channel, without width: `/img/clip/{id}`. */
  channelPosters: ofChannels(text),
};

/** Only for pages of the site: the native app has no worker and no push. */
const ownPageFacts = {
  /** Whether pages register the service worker; false removes it. */
  hasWorker: v.boolean(),
  /** Whether the server sends push reminders: requires its own database. */
  hasReminders: v.boolean(),
};

const phoneFacts = { ...siteFacts, ministry: siteMinistrySchema };

/**
 * `GET /api/site` as the native app reads it. Unknown fields are allowed: the server may be newer
 * than the app.
 */
export const phoneSiteSchema = v.object(phoneFacts);

export type PhoneSite = v.InferOutput<typeof phoneSiteSchema>;

/** Response of `GET /api/site`: data for every page, in every language. */
export const siteFactsSchema = v.object({ ...phoneFacts, ...ownPageFacts });

export type SiteFacts = v.InferOutput<typeof siteFactsSchema>;

/** Data for every page; the same for every visitor, so that pages can be cached. */
export const siteStateSchema = v.object({
  language: v.picklist(LANGUAGES),
  ...siteFacts,
  ...ownPageFacts,
  ministry: pageMinistrySchema,
});

export type SiteState = v.InferOutput<typeof siteStateSchema>;
