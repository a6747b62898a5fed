import type { Language } from "./language.ts";
import type { ChannelId } from "./channels.ts";
import type { Ministry } from "./ministry.ts";

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
  ministry: Ministry;
  /** Whether pages register the service worker; false takes it away again. */
  hasWorker: boolean;
  /** Picture of each channel, without width: `/img/clip/{id}`. */
  channelPosters: Readonly<Record<ChannelId, string>>;
};
