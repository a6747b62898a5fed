import type { Language } from "./language.ts";
import type { ChannelId } from "./channels.ts";
import type { Ministry } from "./ministry.ts";

/** A channel as pages know it; where its pictures come from stays on the server. */
export type SiteChannel = Pick<Ministry["channels"][ChannelId], "name" | "language"> & {
  /** Host whose player shows the channel, which asks the visitor first; null for our own. */
  providerHost: string | null;
  /** Whether it plays the library around the clock. */
  isLinear: boolean;
};

/** What pages show of `ministry.json`. */
export type SiteMinistry = Omit<Ministry, "channels"> & {
  channels: Readonly<Record<ChannelId, SiteChannel>>;
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
  ministry: SiteMinistry;
  /** Whether pages register the service worker; false takes it away again. */
  hasWorker: boolean;
  /** Whether the server sends reminders by push: only where it has a database of its own. */
  hasReminders: boolean;
  /** Picture of each channel, without width: `/img/clip/{id}`. */
  channelPosters: Readonly<Record<ChannelId, string>>;
};

/** Where the phone app asks for all of it but the language; see server/pages/site-api.ts. */
export const SITE_PATH = "/api/site";

/** Name of the meta element in which the phone app's page carries the server's origin. */
export const SERVER_META = "reign-server";
