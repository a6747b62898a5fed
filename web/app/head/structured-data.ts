import type { QueryClient } from "@tanstack/react-query";
import { categoryAt, HOME_ROW_CATEGORY_IDS } from "#shared/videos/categories.ts";
import { channelNamed, firstChannel } from "#shared/live/channels.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { localisedPath, splitLanguage } from "#shared/languages.ts";
import { calendarMessages } from "#shared/messages/calendar.ts";
import { SEARCH_PATH } from "#shared/search/search-address.ts";
import { changedOccurrences, nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { durationSeconds } from "#shared/videos/video-duration.domain.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import type { PlaylistVideos, Video } from "#shared/contracts/playlist-videos.ts";
import { type FoundVideo, playlistQuery, videoQuery } from "#web/features/videos/playlist.data.ts";
import { START_PARAMETER, VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { readVideoText } from "#web/features/videos/details/video-text.domain.ts";
import type { Site } from "#web/lib/site.ts";

const SCHEMA = "https://schema.org";
const SHARE_WIDTH = 1280;
const UPCOMING_COUNT = 2;

/**
 * JSON-LD of a page: ministry (Home), services (Live TV), search action, videos of a list, open
 * video.
 */
export function structuredDataOf(site: Site, queryClient: QueryClient, url: URL): object[] {
  const { path } = splitLanguage(url.pathname);
  const address = `${site.siteUrl}${localisedPath(path, site.language)}`;
  if (path === SEARCH_PATH) return [searchBox(site, address)];
  if (path === "/live-tv") return broadcasts(site, address, Date.now());
  const videoId = url.searchParams.get(VIDEO_PARAMETER) ?? "";
  const found = queryClient.getQueryData<FoundVideo | null>(
    videoQuery(site.api, [], videoId).queryKey,
  );
  if (path === "/") {
    return [
      organization(site, address),
      ...(found ? [wholeVideoObject(site, found.video, address)] : []),
    ];
  }
  const category = categoryAt(site.ministry, path);
  if (!category) return [];
  const { queryKey } = playlistQuery(site.api, category.playlistId);
  const videos = queryClient.getQueryData<PlaylistVideos>(queryKey)?.videos ?? [];
  if (found) return [wholeVideoObject(site, found.video, address)];
  const open = videos.find(({ id }) => id === videoId);
  return (open ? [open] : videos.slice(0, HOME_ROW_CATEGORY_IDS.length)).map((video) =>
    videoObject(site, video, address),
  );
}

function organization({ ministry }: Site, address: string): object {
  const sameAs = Object.values(ministry.social);
  return {
    "@context": SCHEMA,
    "@type": "Organization",
    name: ministry.name,
    slogan: ministry.tagline,
    description: ministry.mission,
    url: address,
    email: ministry.email,
    telephone: ministry.phone,
    address: ministry.address,
    ...(sameAs.length > 0 && { sameAs }),
  };
}

/** Search action of the site. Left out on Home to save bytes. */
function searchBox({ siteUrl, language }: Site, address: string): object {
  return {
    "@context": SCHEMA,
    "@type": "WebSite",
    url: `${siteUrl}${localisedPath("/", language)}`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${address}?q={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}

function broadcasts(
  { ministry, siteUrl, channelPosters, language }: Site,
  address: string,
  nowMs: number,
): object[] {
  const poster = pictureAddress(
    channelNamed(channelPosters, firstChannel(ministry.channels)),
    SHARE_WIDTH,
    "jpg",
  );
  const event = {
    "@context": SCHEMA,
    "@type": "BroadcastEvent",
    name: calendarMessages[language].service(ministry.name),
    inLanguage: language,
    isLiveBroadcast: true,
    url: address,
    image: `${siteUrl}${poster}`,
    publishedOn: {
      "@type": "BroadcastService",
      name: ministry.name,
      url: `${siteUrl}${localisedPath("/", language)}`,
    },
  };
  const coming = nextOccurrences(ministry.services, nowMs, UPCOMING_COUNT).map(
    ({ startMs, endMs, movedFromMs }) => ({
      ...event,
      startDate: new Date(startMs).toISOString(),
      endDate: new Date(endMs).toISOString(),
      ...(movedFromMs !== undefined && {
        eventStatus: `${SCHEMA}/EventRescheduled`,
        previousStartDate: new Date(movedFromMs).toISOString(),
      }),
    }),
  );
  const cancelled = changedOccurrences(ministry.services, nowMs)
    .filter(({ kind }) => kind === "cancelled")
    .slice(0, UPCOMING_COUNT)
    .map(({ plannedMs }) => ({
      ...event,
      startDate: new Date(plannedMs).toISOString(),
      eventStatus: `${SCHEMA}/EventCancelled`,
    }));
  return [...coming, ...cancelled];
}

function videoObject(
  { siteUrl, embedOrigin, language }: Site,
  video: Video,
  address: string,
): object {
  const kind = isBundledVideoId(video.id) ? "clip" : "yt";
  const page = `${address}?${VIDEO_PARAMETER}=${video.id}`;
  const seconds = durationSeconds(video.duration);
  return {
    "@context": SCHEMA,
    "@type": "VideoObject",
    name: video.title,
    description: video.description || video.title,
    thumbnailUrl: `${siteUrl}${pictureAddress(video.thumbnail, SHARE_WIDTH, "jpg")}`,
    uploadDate: video.publishedAt,
    inLanguage: video.language,
    embedUrl: `${embedOrigin || siteUrl}/embed/${kind}/${video.id}?lang=${language}`,
    url: page,
    ...(seconds !== null && { duration: `PT${seconds}S` }),
  };
}

/** Object of a video whose whole description is loaded, with its chapters. */
function wholeVideoObject(site: Site, video: Video, address: string): object {
  const { chapters } = readVideoText(video.description);
  const hasPart = chapters.map(({ seconds, title }, index) => ({
    "@type": "Clip",
    name: title,
    startOffset: seconds,
    endOffset: chapters[index + 1]?.seconds ?? durationSeconds(video.duration) ?? undefined,
    url: `${address}?${VIDEO_PARAMETER}=${video.id}&${START_PARAMETER}=${seconds}`,
  }));
  return { ...videoObject(site, video, address), ...(hasPart.length > 0 && { hasPart }) };
}
