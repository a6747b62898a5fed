import type { Language } from "#shared/languages.ts";
import type { Channels } from "#shared/live/channels.ts";
import type { Ministry, MinistryChannel } from "./ministry.ts";

/** A channel without where its pictures come from, which stays on the server. */
type ChannelFacts = Pick<MinistryChannel, "language"> & {
  /** Host whose player shows the channel, which asks the visitor first; null for our own. */
  providerHost: string | null;
  /** Whether it plays the library around the clock. */
  isLinear: boolean;
};

/** A channel as pages know it, in every language. */
export type SiteMinistryChannel = ChannelFacts & Pick<MinistryChannel, "name">;

/** What pages show of `ministry.json`, in every language. */
export type SiteMinistry = Omit<Ministry, "channels"> & {
  channels: Channels<SiteMinistryChannel>;
};

/** A channel as a page knows it, in its language. */
export type SiteChannel = ChannelFacts & { name: string };

/** What a page shows of `ministry.json`, in its language. */
export type PageMinistry = Omit<SiteMinistry, "tagline" | "mission" | "channels"> & {
  tagline: string;
  mission: string;
  channels: Channels<SiteChannel>;
};

/** What every page knows about the site; the same for every visitor, so pages can be cached. */
export type SiteState = {
  language: Language;
  /** Origin for canonical addresses and share tags, without trailing slash. */
  siteUrl: string;
  /** Origin of the backend; "" when it is this server. */
  backendUrl: string;
  /** Key of role anon, safe in a browser. */
  publishableKey: string;
  /** Origin of the embed pages; "" when it is this server. */
  embedOrigin: string;
  ministry: PageMinistry;
  /** Whether pages register the service worker; false takes it away again. */
  hasWorker: boolean;
  /** Whether the server sends reminders by push: only where it has a database of its own. */
  hasReminders: boolean;
  /** Picture of each channel, without width: `/img/clip/{id}`. */
  channelPosters: Channels<string>;
};

/** The same without a language. */
export type SiteFacts = Omit<SiteState, "language" | "ministry"> & { ministry: SiteMinistry };

/** What a page in a language knows about the site. */
export function siteStateIn(facts: SiteFacts, language: Language): SiteState {
  return { ...facts, language, ministry: pageMinistryIn(facts.ministry, language) };
}

/** What a page in a language shows of the ministry. */
export function pageMinistryIn(site: SiteMinistry, language: Language): PageMinistry {
  const { tagline, mission, channels, ...ministry } = site;
  return {
    ...ministry,
    tagline: tagline[language],
    mission: mission[language],
    channels: Object.fromEntries(
      Object.entries(channels).map(([id, channel]) => [
        id,
        { ...channel, name: channel.name[language] },
      ]),
    ),
  };
}

/** Where the phone app asks for it, in every language; see server/pages/site-api.ts. */
export const SITE_PATH = "/api/site";

/** Name of the meta element in which the phone app's page carries the server's origin. */
export const SERVER_META = "reign-server";
