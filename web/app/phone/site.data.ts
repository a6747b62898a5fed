import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";
import { CATEGORY_IDS } from "#shared/videos/categories.ts";
import { SITE_PATH, type SiteFacts } from "#shared/site/site-state.ts";
import type { Api } from "#web/lib/http/http.ts";

const text = v.string();
const localText = v.object(v.entriesFromList(LANGUAGES, text));
const link = v.exactOptional(text);
const channelSchema = v.object({
  name: localText,
  language: v.picklist(LANGUAGES),
  providerHost: v.nullable(text),
  isLinear: v.boolean(),
});

/** What the server says about the site; the app chooses the language, and needs no service worker. */
export type PhoneSite = Omit<SiteFacts, "hasWorker" | "hasReminders">;

/**
 * The site as the app needs it. It says nothing about fields that it does not know: a server that is
 * newer than the app may send more.
 */
export const siteSchema: v.GenericSchema<unknown, PhoneSite> = v.object({
  siteUrl: text,
  backendUrl: text,
  publishableKey: text,
  embedOrigin: text,
  ministry: v.object({
    name: text,
    tagline: localText,
    mission: localText,
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
    channels: v.record(text, channelSchema),
    playlists: v.object(v.entriesFromList(CATEGORY_IDS, text)),
    services: v.object({
      timeZone: text,
      weekly: v.array(
        v.object({
          id: text,
          weekday: v.picklist([
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
          ]),
          start: text,
          durationMinutes: v.number(),
        }),
      ),
    }),
  }),
  channelPosters: v.record(text, text),
});

/**
 * Asks the server about the site.
 *
 * @throws AppError when it does not answer; ValiError when it answers something else.
 */
export async function fetchSite(api: Pick<Api, "getJson">): Promise<PhoneSite> {
  return v.parse(siteSchema, await api.getJson(SITE_PATH));
}
