import { PODCAST_SHOWS, type PodcastShow } from "#shared/contracts/own-videos.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";

/** A podcast of the ministry in one language. */
export type Feed = { show: PodcastShow; language: Language };

export const FEEDS: readonly Feed[] = PODCAST_SHOWS.flatMap((show) =>
  LANGUAGES.map((language) => ({ show, language })),
);

/** Returns the podcast whose name is that of a category; null when there is none. */
export function showOfCategory(category: string): PodcastShow | null {
  return PODCAST_SHOWS.find((show) => show === category) ?? null;
}

/** Path of a feed: "/podcast/sermons.fr.xml". */
export function feedPath({ show, language }: Feed): string {
  return `/podcast/${show}.${language}.xml`;
}

/** Path of the square cover of a feed; the extension is the real type, as directories ask. */
export function coverPath({ show, language }: Feed): string {
  return `/podcast/${show}.${language}.jpg`;
}

/** Path of an episode's file, whose extension tells podcast apps its type. */
export function episodePath(videoId: string): string {
  return `/podcast/episodes/${videoId}.m4a`;
}

export type PodcastApp = {
  name: string;
  /** Address that opens the app, or its website, with the feed. */
  address: string;
};

/** Apps that subscribe to a feed by its address alone, without a directory. */
export function podcastApps(feedUrl: string): PodcastApp[] {
  const encoded = encodeURIComponent(feedUrl);
  const bare = feedUrl.replace(/^https?:\/\//, "");
  return [
    { name: "Apple Podcasts", address: `podcast://${bare}` },
    { name: "AntennaPod", address: `https://antennapod.org/deeplink/subscribe?url=${encoded}` },
    { name: "Podcast Addict", address: `https://podcastaddict.com/feed/${encoded}` },
    { name: "Pocket Casts", address: `pktc://subscribe/${bare}` },
    { name: "Overcast", address: `overcast://x-callback-url/add?url=${encoded}` },
  ];
}
