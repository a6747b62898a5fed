import { xmlText } from "@reign-tv/kit/escape-xml.ts";
import type { Language } from "#shared/languages.ts";

/**
 * A podcast feed by PSP-1, the Podcast RSS Standard (https://github.com/Podcast-Standards-Project/PSP-1-Podcast-RSS-Specification),
 * and Apple's requirements, which name the type of an .m4a `audio/x-m4a`.
 */

/** Longest value of an element in characters, except descriptions. */
const MAX_VALUE = 255;
/** Longest description in bytes of UTF-8. */
const MAX_DESCRIPTION_BYTES = 4_000;

export type PodcastEpisode = {
  /** Assigned once; never changes. */
  guid: string;
  title: string;
  description: string;
  /** Address of the episode's page. */
  link: string;
  publishedAtMs: number;
  seconds: number;
  enclosure: { url: string; bytes: number; type: "audio/x-m4a" };
  speaker?: string;
  /** Address of its chapters (JSON Chapters 1.2). */
  chapters?: string;
  transcript?: { url: string; language: string };
};

/** A service as a stream (podcast:liveItem of the podcast namespace). */
export type PodcastLiveItem = {
  /** Another one is another stream. */
  guid: string;
  status: "pending" | "live" | "ended";
  startMs: number;
  endMs: number;
  title: string;
  /** Address of an HLS playlist of its sound. */
  sound: string;
  /** Page on which it is seen, and its name. */
  page: { url: string; label: string };
};

export type Podcast = {
  /** UUID, assigned once; never changes, also when the feed moves. */
  guid: string;
  language: Language;
  title: string;
  description: string;
  author: string;
  /** Address by which directories verify who owns the feed. */
  email: string;
  copyright: string;
  /** Addresses of the podcast's page, of the feed itself and of its cover. */
  link: string;
  self: string;
  cover: string;
  /** Donation page. */
  funding?: { url: string; label: string };
  /** Category of Apple Podcasts, and the one below it. */
  category: readonly [string, string];
  /** The earliest first. */
  live: readonly PodcastLiveItem[];
  /** The newest first. */
  episodes: readonly PodcastEpisode[];
};

const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(" ");

/** Writes the feed. Texts are plain text; markup in them is shown as it stands. */
export function podcastXml(podcast: Podcast): string {
  const { guid, language, title, author, email, link, self, cover, funding, category } = podcast;
  const lines = [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<rss version="2.0" ${NAMESPACES}><channel>`,
    tag("title", title),
    tag("link", link),
    `<atom:link href="${attribute(self)}" rel="self" type="application/rss+xml"/>`,
    description(podcast.description),
    tag("language", language),
    tag("copyright", podcast.copyright),
    tag("itunes:author", author),
    `<itunes:owner>${tag("itunes:name", author)}${tag("itunes:email", email)}</itunes:owner>`,
    `<itunes:image href="${attribute(cover)}"/>`,
    `<itunes:category text="${attribute(category[0])}"><itunes:category text="${attribute(category[1])}"/></itunes:category>`,
    tag("itunes:explicit", "false"),
    tag("itunes:type", "episodic"),
    tag("podcast:guid", guid),
    tag("podcast:medium", "podcast"),
    `<podcast:locked owner="${attribute(email)}">yes</podcast:locked>`,
    ...(funding
      ? [
          `<podcast:funding url="${attribute(funding.url)}">${xmlText(valueOf(funding.label))}</podcast:funding>`,
        ]
      : []),
    ...podcast.live.map(liveItemXml),
    ...podcast.episodes.map(episodeXml),
    "</channel></rss>",
    "",
  ];
  return lines.join("\n");
}

/** HLS with sound alone. */
const PLAYLIST_TYPE = "application/x-mpegURL";

function liveItemXml({ guid, status, startMs, endMs, title, sound, page }: PodcastLiveItem) {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const url = attribute(sound);
  return [
    `<podcast:liveItem status="${status}" start="${iso(startMs)}" end="${iso(endMs)}">`,
    tag("title", title),
    tag("link", page.url),
    `<guid isPermaLink="false">${xmlText(guid)}</guid>`,
    `<podcast:alternateEnclosure type="${PLAYLIST_TYPE}" default="true"><podcast:source uri="${url}"/></podcast:alternateEnclosure>`,
    // RSS wants a length; a stream has none.
    `<enclosure url="${url}" length="0" type="${PLAYLIST_TYPE}"/>`,
    `<podcast:contentLink href="${attribute(page.url)}">${xmlText(valueOf(page.label))}</podcast:contentLink>`,
    "</podcast:liveItem>",
  ].join("\n");
}

function episodeXml(episode: PodcastEpisode): string {
  const { guid, title, link, publishedAtMs, seconds, enclosure, speaker } = episode;
  const { chapters, transcript } = episode;
  return [
    "<item>",
    tag("title", title),
    tag("link", link),
    `<guid isPermaLink="false">${xmlText(guid)}</guid>`,
    tag("pubDate", new Date(publishedAtMs).toUTCString()),
    description(episode.description === "" ? title : episode.description),
    `<enclosure url="${attribute(enclosure.url)}" length="${enclosure.bytes}" type="${enclosure.type}"/>`,
    tag("itunes:duration", String(Math.max(1, Math.round(seconds)))),
    tag("itunes:explicit", "false"),
    tag("itunes:episodeType", "full"),
    ...(speaker ? [tag("podcast:person", speaker)] : []),
    ...(chapters
      ? [`<podcast:chapters url="${attribute(chapters)}" type="application/json+chapters"/>`]
      : []),
    ...(transcript
      ? [
          `<podcast:transcript url="${attribute(transcript.url)}" type="text/vtt" language="${attribute(transcript.language)}"/>`,
        ]
      : []),
    "</item>",
  ].join("\n");
}

function tag(name: string, value: string): string {
  return `<${name}>${xmlText(valueOf(value))}</${name}>`;
}

function attribute(value: string): string {
  return xmlText(xmlCharacters(value));
}

/** One line without blanks at its ends. */
function valueOf(text: string): string {
  const line = xmlCharacters(text).replaceAll(/\s+/g, " ").trim();
  // Whole characters, never half of a surrogate pair.
  const characters = Array.from(line);
  if (characters.length <= MAX_VALUE) return line;
  const cut = characters.slice(0, MAX_VALUE - 1).join("");
  return `${cut.trimEnd()}…`;
}

function description(text: string): string {
  return `<description>${xmlText(withinBytes(xmlCharacters(text).trim()))}</description>`;
}

function withinBytes(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_DESCRIPTION_BYTES) return text.slice(0, end).trimEnd();
    end += character.length;
  }
  return text;
}

/** Removes what XML 1.0 cannot carry (2.2): control characters and halves of surrogate pairs. */
function xmlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
}

/** Chapters of an episode as JSON Chapters 1.2. */
export function chaptersJson(chapters: readonly { at: number; title: string }[]): string {
  return JSON.stringify({
    version: "1.2.0",
    chapters: chapters.map(({ at, title }) => ({ startTime: at, title })),
  });
}
