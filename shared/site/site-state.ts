import type {
  PageMinistry,
  PageServices,
  SiteAnnouncement,
  SiteFacts,
  SiteMinistry,
  SiteState,
} from "#shared/contracts/site.ts";
import { inOrder } from "#shared/announcements/announcement.domain.ts";
import { textIn } from "./localized-text.domain.ts";
import type { Language } from "#shared/languages.ts";
import type { ChannelId, Channels } from "#shared/live/channels.ts";

/** Returns the site data for pages in a language. */
export function siteStateIn(facts: SiteFacts, language: Language): SiteState {
  return { ...facts, language, ministry: pageMinistryIn(facts.ministry, language) };
}

/** Returns the ministry data for pages in a language; channels in that language come first. */
export function pageMinistryIn(site: SiteMinistry, language: Language): PageMinistry {
  const { tagline, mission, channels, services, announcements, categories, ...ministry } = site;
  return {
    ...ministry,
    tagline: tagline[language],
    mission: mission[language],
    services: servicesIn(services, language),
    ...(categories && {
      categories: Object.fromEntries(
        Object.entries(categories).map(([id, { title, description, ...facts }]) => [
          id,
          {
            ...facts,
            ...(title && { title: title[language] }),
            ...(description && { description: description[language] }),
          },
        ]),
      ),
    }),
    channels: Object.fromEntries(
      channelsFor(language, channels).map(([id, channel]) => [
        id,
        { ...channel, name: channel.name[language] },
      ]),
    ),
    ...(announcements && { announcements: announcementsIn(announcements, language) }),
  };
}

/** Returns the services with texts in a language; empty texts are omitted. */
function servicesIn(
  { weekly, others, exceptions, ...rest }: SiteMinistry["services"],
  language: Language,
): PageServices {
  return {
    ...rest,
    weekly: weekly.map(({ title, ...service }) => ({
      ...service,
      ...(title && { title: title[language] }),
    })),
    ...(others?.length && {
      others: others.map((service) => ({ ...service, title: service.title[language] })),
    }),
    ...(exceptions?.length && {
      exceptions: exceptions.map(({ note = {}, ...exception }) => ({
        ...exception,
        note: textIn(note, language) ?? undefined,
      })),
    }),
  };
}

function announcementsIn(
  announcements: NonNullable<SiteMinistry["announcements"]>,
  language: Language,
): SiteAnnouncement[] {
  return inOrder(announcements).flatMap((one) => {
    const shown = textIn(one.text, language);
    return shown === null ? [] : [{ ...one, ...shown }];
  });
}

/** Returns channels with their ids in the ministry's order, those in `language` first. */
export function channelsFor<Channel extends { language: Language }>(
  language: Language,
  channels: Channels<Channel>,
): [id: ChannelId, channel: Channel][] {
  const speaks = (channel: Channel): number => Number(channel.language === language);
  return Object.entries(channels).toSorted(([, a], [, b]) => speaks(b) - speaks(a));
}

/** Site data in every language, for the native app; see server/pages/open-pages.ts. */
export const SITE_PATH = "/api/site";

/** Name of the meta element with the server's origin, in the native app's page. */
export const SERVER_META = "reign-server";
