import type { ChannelId } from "#shared/live/channels.ts";
import { VIDEO_PLATFORM_HOST } from "#shared/constants.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import type { SiteMinistry } from "#shared/site/site-state.ts";

/** The ministry as pages know it, in every language. */
export function siteMinistry(ministry: Ministry): SiteMinistry {
  const { english, french } = ministry.channels;
  return {
    ...ministry,
    channels: { english: siteChannel(english), french: siteChannel(french) },
  };
}

function siteChannel({
  name,
  language,
  source,
}: Ministry["channels"][ChannelId]): SiteMinistry["channels"][ChannelId] {
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
