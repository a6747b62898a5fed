import { FRAME_SANDBOX, SCRIPT_SANDBOX } from "#server/embed/embed-policy.ts";
import { captionUrl, clipFileUrl } from "#server/media/media-urls.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import { ownCaptions } from "#server/own-videos/own-captions.ts";
import type { PublishedVideos } from "#server/own-videos/own-video-list.ts";
import type { Config } from "#server/settings/config.ts";
import { type OwnVideoFacts, ownMediaUrl } from "#shared/contracts/own-videos.ts";
import { channelPlaylist, linearPath } from "#server/live/active-source.ts";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { nextServiceTime } from "#shared/live/next-service-time.domain.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import type { TvPlayKind } from "#shared/site/tv-page.ts";
import { youtubeAddress } from "#shared/videos/youtube-address.domain.ts";

/** How the television page plays a channel or video. */
export type TvProgramme = {
  kind: TvPlayKind;
  source: string;
  captions: string;
  /** Sandbox of a provider's frame; "" without restrictions. */
  sandbox: string;
  /** Text for a channel that is off the air. */
  notice: string;
  /** Link of the card without a script. */
  href: string;
};

export type TvProgrammeDeps = {
  config: Pick<Config, "siteUrl" | "YOUTUBE_EMBED_BASE">;
  library: MediaLibrary;
  /** Published own videos; absent without a database of our own. */
  ownVideos?: Pick<PublishedVideos, "find">;
  ministry: () => Ministry;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

const PLATFORM_URL = "https://www.youtube.com";

/** Plays the channel's source directly: old engines cannot run our embed pages. Null: the channel is off the air. */
export function channelProgramme(
  deps: TvProgrammeDeps,
  id: ChannelId,
  source: ChannelSource | null,
  language: Language,
): TvProgramme {
  if (source === null) return offAirProgramme(deps, id, language);
  switch (source.kind) {
    case "ingest":
      return streamProgramme(channelPlaylist(id));
    case "linear":
      return streamProgramme(
        `${linearPath(id, channelNamed(deps.ministry().channels, id), source)}/index.m3u8`,
      );
    case "hls":
      return streamProgramme(source.url);
    case "youtube": {
      const { videoId, channelId = "" } = source;
      return videoId === undefined
        ? platformProgramme(deps, `live_stream?channel=${channelId}`, language, {
            href: `${PLATFORM_URL}/channel/${channelId}/live`,
          })
        : platformProgramme(deps, videoId, language);
    }
    case "iframe":
      return frameProgramme(source.url, FRAME_SANDBOX.join(" "), source.url);
    case "script": {
      const page = `/embed/script/${id}`;
      return frameProgramme(page, SCRIPT_SANDBOX.join(" "), page);
    }
  }
}

/** A video of the library or of the platform. */
export function videoProgramme(
  deps: TvProgrammeDeps,
  videoId: string,
  language: Language,
): TvProgramme {
  const clip = deps.library.clips.get(videoId);
  const own = clip ? undefined : deps.ownVideos?.find(videoId);
  if (own) return ownProgramme(own, language);
  if (!clip) return platformProgramme(deps, videoId, language);
  const url = clipFileUrl(clip, clip.large ? "large" : "small");
  const track = clip.captions.find((caption) => caption.language === language) ?? clip.captions[0];
  return fileProgramme(url, track ? captionUrl(track) : "");
}

function ownProgramme(video: OwnVideoFacts, language: Language): TvProgramme {
  const tracks = ownCaptions(video);
  const track = tracks.find((caption) => caption.language === language) ?? tracks[0];
  const url = ownMediaUrl(video, video.hasPicture ? "video.mp4" : "sound.m4a");
  return fileProgramme(url, track?.url ?? "");
}

function fileProgramme(url: string, captions: string): TvProgramme {
  return { kind: "file", source: url, captions, sandbox: "", notice: "", href: url };
}

function offAirProgramme(
  { ministry, now }: TvProgrammeDeps,
  id: ChannelId,
  language: Language,
): TvProgramme {
  const { offAir, nextService } = tvMessages[language];
  const next = nextServiceTime(ministry().services, LANGUAGE_FACTS[language].locale, now());
  const notice = [offAir, ...(next ? [nextService(next.text)] : [])].join(" ");
  const href = `/embed/channel/${id}?lang=${language}`;
  return { kind: "off", source: href, captions: "", sandbox: "", notice, href };
}

function streamProgramme(playlist: string): TvProgramme {
  return { kind: "hls", source: playlist, captions: "", sandbox: "", notice: "", href: playlist };
}

function frameProgramme(source: string, sandbox: string, href: string): TvProgramme {
  return { kind: "frame", source, captions: "", sandbox, notice: "", href };
}

/** Plays in the platform's privacy-enhanced player; selecting the card is the visitor's consent. */
function platformProgramme(
  { config }: TvProgrammeDeps,
  path: string,
  language: Language,
  { href } = { href: `${PLATFORM_URL}/watch?v=${path}` },
): TvProgramme {
  const url = youtubeAddress({
    playerUrl: `${config.YOUTUBE_EMBED_BASE}/embed/${path}`,
    origin: config.siteUrl,
    language,
    startSeconds: 0,
    isMuted: false,
    shouldAutoplay: true,
  });
  return frameProgramme(url, "", href);
}
