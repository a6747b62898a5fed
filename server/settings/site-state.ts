import { createHash } from "node:crypto";
import { VIDEO_PLATFORM_HOST } from "#shared/constants.ts";
import { chosenSource } from "#shared/live/selected-source.domain.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { SiteFacts, SiteMinistry, SiteMinistryChannel } from "#shared/contracts/site.ts";
import type { Config } from "./config.ts";

const REVISION_LENGTH = 4;

/** What every page knows about the site as it is now. */
export function siteFacts(
  {
    config,
    ministry,
    posters,
    web,
  }: {
    config: Config;
    ministry: Ministry;
    posters: { addresses: SiteFacts["channelPosters"] };
    web: { workerScript: string | null };
  },
  backend: { url: string; publishableKey: string; database: object | null },
): SiteFacts {
  const facts = {
    siteUrl: config.siteUrl,
    backendUrl: backend.url,
    publishableKey: backend.publishableKey,
    embedOrigin: config.EMBED_ORIGIN ?? "",
    ministry: siteMinistry(ministry),
    hasWorker: config.SERVICE_WORKER && web.workerScript !== null,
    hasReminders: backend.database !== null,
    channelPosters: posters.addresses,
  };
  const digest = createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
  return { revision: digest.slice(0, REVISION_LENGTH), ...facts };
}

/** The ministry as pages know it, in every language. */
export function siteMinistry(ministry: Ministry): SiteMinistry {
  // Videos come with the lists that they are in, and what is said of them with them.
  const { videos: _videos, lists: _lists, announcements, ...told } = ministry;
  return {
    ...told,
    // Whether phones are told is the server's own matter.
    ...(announcements && { announcements: announcements.map(({ push: _push, ...one }) => one) }),
    channels: Object.fromEntries(
      Object.entries(ministry.channels).map(([id, channel]) => [id, siteChannel(channel)]),
    ),
  };
}

function siteChannel(channel: MinistryChannel): SiteMinistryChannel {
  const { name, language } = channel;
  const source = chosenSource(channel);
  return {
    name,
    language,
    providerHost: providerHost(source),
    isLinear: source.kind === "linear",
  };
}

function providerHost(source: ChannelSource): string | null {
  switch (source.kind) {
    case "youtube":
      return VIDEO_PLATFORM_HOST;
    case "iframe":
      return new URL(source.url).hostname;
    case "script":
      return new URL(source.src).hostname;
    case "linear":
    case "hls":
      return null;
  }
}
