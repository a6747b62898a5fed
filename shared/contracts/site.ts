import * as v from "valibot";
import { SEVERITIES } from "#shared/announcements/announcement.domain.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { FEASTS, WEEKDAYS } from "#shared/live/service-rules.domain.ts";

const text = v.string();
/** A link that is absent has no place on any page. */
const link = v.optional(text);
const localText = v.object(v.entriesFromList(LANGUAGES, text));
/** A text in the languages in which it was written. */
const writtenText = v.object(v.entriesFromList(LANGUAGES, v.exactOptional(text)));
/** A text as a page shows it, with its language, which is not the page's where it was not written in that. */
const shownText = { text, lang: v.picklist(LANGUAGES) };
const weekday = v.picklist(WEEKDAYS);

/** Something of each channel by its id, in the order in which the ministry lists them. */
function ofChannels<Facts extends v.GenericSchema>(facts: Facts) {
  return v.record(text, facts);
}

/** A channel without where its pictures come from, which stays on the server. */
const channelFacts = {
  language: v.picklist(LANGUAGES),
  /** Host whose player shows the channel, which asks the visitor first; null for our own. */
  providerHost: v.nullable(text),
  /** Whether it plays the library around the clock. */
  isLinear: v.boolean(),
};

const siteChannelSchema = v.object({ ...channelFacts, name: text });

/** A channel as a page knows it, in its language. */
export type SiteChannel = v.InferOutput<typeof siteChannelSchema>;

/** What reads alike in every language. */
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

/** What the studio says of categories, with words in every language or in the page's. */
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

/** `start` is the wall clock in the ministry's zone, "16:00". */
const serviceTimes = { id: text, start: text, durationMinutes: v.number() };

/** The services, with names and notes in every language or in the page's. */
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
  /** https, or a path of this site. */
  link,
  /** ISO instants. */
  from: link,
  until: link,
};

/** An announcement as a page knows it. */
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
  /** Those that are shown now. */
  announcements: v.optional(v.array(v.object({ ...announcementFacts, text: writtenText }))),
});

/** A channel as the site knows it, in every language. */
export type SiteMinistryChannel = SiteMinistry["channels"][string];

/** What pages show of `ministry.json`, in every language. */
export type SiteMinistry = v.InferOutput<typeof siteMinistrySchema>;

const pageMinistrySchema = v.object({
  ...ministryFacts,
  services: servicesWith(text, v.object(shownText)),
  categories: categoriesWith(text),
  tagline: text,
  mission: text,
  channels: ofChannels(siteChannelSchema),
  /** Those of now in order: the first in time that was not dismissed is shown. */
  announcements: v.optional(v.array(siteAnnouncementSchema)),
});

/** The services as a page knows them, in its language. */
export type PageServices = v.InferOutput<typeof pageMinistrySchema>["services"];

/** What a page shows of `ministry.json`, in its language. */
export type PageMinistry = v.InferOutput<typeof pageMinistrySchema>;

const siteFacts = {
  /** ISO instant at which another announcement begins, whose text stays on the server until then. */
  nextAnnouncementAt: v.optional(text),
  /** Changes with anything else of it. */
  revision: text,
  /** Origin for canonical addresses and share tags, without trailing slash. */
  siteUrl: text,
  /** Origin of the backend; "" when it is this server. */
  backendUrl: text,
  /** Key of role anon, safe in a browser. */
  publishableKey: text,
  /** Origin of the embed pages; "" when it is this server. */
  embedOrigin: text,
  /** The document that a page shows before it is published; absent on every other page. */
  preview: v.optional(v.object({ kind: text, id: text, body: v.record(text, v.unknown()) })),
  /** Picture of each channel, without width: `/img/clip/{id}`. */
  channelPosters: ofChannels(text),
};

/** What only the site's own pages need: the phone app has no worker and no push. */
const ownPageFacts = {
  /** Whether pages register the service worker; false takes it away again. */
  hasWorker: v.boolean(),
  /** Whether the server sends reminders by push: only where it has a database of its own. */
  hasReminders: v.boolean(),
};

const phoneFacts = { ...siteFacts, ministry: siteMinistrySchema };

/**
 * `GET /api/site` as the phone app reads it. It says nothing about fields that it does not know: a
 * server that is newer than the app may send more.
 */
export const phoneSiteSchema = v.object(phoneFacts);

export type PhoneSite = v.InferOutput<typeof phoneSiteSchema>;

/** Answer of `GET /api/site`: what every page knows about the site, in every language. */
export const siteFactsSchema = v.object({ ...phoneFacts, ...ownPageFacts });

export type SiteFacts = v.InferOutput<typeof siteFactsSchema>;

/** What every page knows about the site; the same for every visitor, so pages can be cached. */
export const siteStateSchema = v.object({
  language: v.picklist(LANGUAGES),
  ...siteFacts,
  ...ownPageFacts,
  ministry: pageMinistrySchema,
});

export type SiteState = v.InferOutput<typeof siteStateSchema>;
