import type { PageMinistry, SiteFacts, SiteMinistry, SiteState } from "#shared/contracts/site.ts";
import type { Language } from "#shared/languages.ts";

/** What a page in a language knows about the site. */
export function siteStateIn(facts: SiteFacts, language: Language): SiteState {
  return { ...facts, language, ministry: pageMinistryIn(facts.ministry, language) };
}

/** What a page in a language shows of the ministry; the channels that speak it lead. */
export function pageMinistryIn(site: SiteMinistry, language: Language): PageMinistry {
  const { tagline, mission, channels, ...ministry } = site;
  return {
    ...ministry,
    tagline: tagline[language],
    mission: mission[language],
    channels: Object.fromEntries(
      Object.entries(channels)
        .map(([id, channel]) => [id, { ...channel, name: channel.name[language] }] as const)
        .toSorted(([, a], [, b]) => speaks(b, language) - speaks(a, language)),
    ),
  };
}

function speaks(channel: { language: Language }, language: Language): number {
  return Number(channel.language === language);
}

/** Where the phone app asks for it, in every language; see server/pages/site-api.ts. */
export const SITE_PATH = "/api/site";

/** Name of the meta element in which the phone app's page carries the server's origin. */
export const SERVER_META = "reign-server";
