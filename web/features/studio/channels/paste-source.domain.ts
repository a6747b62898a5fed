import type { Result } from "#shared/errors.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { isPublicHost } from "#shared/live/public-host.domain.ts";
import { type CodeTag, readTags } from "./embed-code.domain.ts";

/**
 * Makes a channel's source from pasted text: a link, or a provider's embed code. The code itself is
 * never stored. Anything that cannot be a player is rejected with a specific error.
 */

/** Reason for a rejected text. */
export type PasteFault =
  | "empty"
  | "tooLong"
  | "notALink"
  | "notHttps"
  | "privateHost"
  | "hasPassword"
  | "forEncoders"
  | "channelName"
  | "webPage"
  | "severalPlayers"
  | "ownScript"
  | "noPlayer";

export type PastedSource = {
  readonly source: ChannelSource;
  /** Hosts that the source contacts, for staff to confirm. */
  readonly hosts: readonly string[];
};

type Pasted = Result<PastedSource, PasteFault>;

/** In characters; the longest known embed code has 3,000. */
const MAX_PASTE_LENGTH = 10_000;
const MAX_URL_LENGTH = 2_000;
const MAX_VALUE_LENGTH = 500;

const YOUTUBE_HOSTS = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
]);
const YOUTUBE_PLAYER_HOST = "www.youtube-nocookie.com";
const VIDEO_ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;

/** Hosts on which every page is a player. */
const PLAYER_HOST = /^(?:player|embed|iframe)\./;
const PLAYER_PATH = /\/(?:embed|player|webplayer|hosted)\b/;
/** Ingest and app URLs; browsers cannot play them. */
const ENCODER_LINK = /^(?:rtmps?|srt|rtsp|rist):/i;
const ANY_LINK = /^[a-z][a-z0-9+.-]*:/i;
const BARE_LINK = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]|$)/i;

/** Attributes that a provider's script may need. */
const SCRIPT_ATTRIBUTE = /^(?:id|class|async|defer|crossorigin|data-[a-z0-9-]+)$/;

/** Parses pasted text. */
export function pasteSource(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return rejected("empty");
  if (trimmed.length > MAX_PASTE_LENGTH) return rejected("tooLong");
  return trimmed.includes("<") ? sourceOfCode(readTags(trimmed)) : sourceOfLink(trimmed);
}

/** Returns the hosts that a source contacts. */
export function hostsOf(source: ChannelSource): readonly string[] {
  switch (source.kind) {
    case "ingest":
    case "linear":
      return [];
    case "youtube":
      return [YOUTUBE_PLAYER_HOST];
    case "hls":
    case "iframe":
      return [...new Set([new URL(source.url).hostname, ...(source.hosts ?? [])])];
    case "script":
      return [...new Set([new URL(source.src).hostname, ...source.hosts])];
  }
}

function rejected(failure: PasteFault): Pasted {
  return { ok: false, failure };
}

function accepted(source: ChannelSource): Pasted {
  return { ok: true, value: { source, hosts: hostsOf(source) } };
}

function sourceOfLink(text: string): Pasted {
  const url = parseUrl(text);
  if (typeof url === "string") return rejected(url);
  return (
    platformSource(url) ??
    streamSource(url) ??
    vimeoEvent(url) ??
    (isPlayer(url) ? frameSource(url) : rejected("webPage"))
  );
}

function sourceOfCode(tags: readonly CodeTag[]): Pasted {
  const frames = tags.filter(({ name, attributes }) => name === "iframe" && attributes.has("src"));
  const [frame, ...moreFrames] = frames;
  if (moreFrames.length > 0) return rejected("severalPlayers");
  if (frame) {
    const url = parseUrl(frame.attributes.get("src") ?? "");
    if (typeof url === "string") return rejected(url);
    return platformSource(url) ?? streamSource(url) ?? frameSource(url);
  }
  const video = tags.find(
    ({ name, attributes }) => (name === "video" || name === "source") && attributes.has("src"),
  );
  if (video) {
    const url = parseUrl(video.attributes.get("src") ?? "");
    if (typeof url === "string") return rejected(url);
    return streamSource(url) ?? rejected("webPage");
  }
  return sourceOfScript(tags);
}

/** A provider's script that creates its player in a previous element, or in its own place. */
function sourceOfScript(tags: readonly CodeTag[]): Pasted {
  const scripts = tags.filter(({ name }) => name === "script");
  const [script, ...more] = scripts.filter(({ attributes }) => attributes.has("src"));
  if (scripts.some(({ attributes, text }) => !attributes.has("src") && text !== "")) {
    return rejected("ownScript");
  }
  if (!script) return rejected("noPlayer");
  if (more.length > 0) return rejected("severalPlayers");
  const url = parseUrl(script.attributes.get("src") ?? "");
  if (typeof url === "string") return rejected(url);
  const mount = tags.find(({ name, attributes }) => name === "div" && attributes.size > 0);
  const id = mount?.attributes.get("id");
  const className = mount?.attributes.get("class");
  return accepted({
    kind: "script",
    src: url.href,
    hosts: [url.hostname],
    ...(id !== undefined && /^[\w-]+$/.test(id) && { mountId: id }),
    ...(className !== undefined && /^[\w -]+$/.test(className) && { mountClass: className }),
    data: dataOf(mount),
    attributes: Object.fromEntries(
      [...script.attributes].filter(
        ([name, value]) => SCRIPT_ATTRIBUTE.test(name) && value.length <= MAX_VALUE_LENGTH,
      ),
    ),
  });
}

/** Returns `data-` attributes by name, without the prefix. */
function dataOf(tag: CodeTag | undefined): Record<string, string> {
  return Object.fromEntries(
    [...(tag?.attributes ?? [])]
      .filter(([name, value]) => /^data-[a-z0-9-]+$/.test(name) && value.length <= MAX_VALUE_LENGTH)
      .map(([name, value]) => [name.slice("data-".length), value]),
  );
}

/** Parses a URL that may lack "https:". Returns the error otherwise. */
function parseUrl(text: string): URL | PasteFault {
  if (text.length > MAX_URL_LENGTH) return "tooLong";
  if (ENCODER_LINK.test(text)) return "forEncoders";
  const whole = text.startsWith("//")
    ? `https:${text}`
    : !ANY_LINK.test(text) && BARE_LINK.test(text)
      ? `https://${text}`
      : text;
  const url = /\s/.test(whole) ? null : URL.parse(whole);
  if (url === null) return "notALink";
  if (url.protocol !== "https:") return url.protocol === "http:" ? "notHttps" : "notALink";
  if (url.username !== "" || url.password !== "") return "hasPassword";
  return isPublicHost(url.hostname) ? url : "privateHost";
}

/** Returns a video or channel of the platform, or null for another host. */
function platformSource(url: URL): Pasted | null {
  const [, first = "", second = ""] = url.pathname.split("/");
  if (url.hostname === "youtu.be") return platformVideo(first);
  if (!YOUTUBE_HOSTS.has(url.hostname)) return null;
  const channel = first === "channel" ? second : url.searchParams.get("channel");
  if (channel !== null && (first === "channel" || second === "live_stream")) {
    return CHANNEL_ID.test(channel)
      ? accepted({ kind: "youtube", channelId: channel })
      : rejected("channelName");
  }
  if (first === "watch") return platformVideo(url.searchParams.get("v") ?? "");
  if (["live", "embed", "shorts", "v"].includes(first)) return platformVideo(second);
  return rejected("channelName");
}

function platformVideo(id: string): Pasted {
  return VIDEO_ID.test(id) ? accepted({ kind: "youtube", videoId: id }) : rejected("channelName");
}

function streamSource(url: URL): Pasted | null {
  return /\.m3u8$/i.test(url.pathname) ? accepted({ kind: "hls", url: url.href }) : null;
}

/** The event page is no player; the player's URL is derived from it. */
function vimeoEvent({ hostname, pathname }: URL): Pasted | null {
  const [, event] = /^\/event\/(\d+)(?:\/|$)/.exec(pathname) ?? [];
  if (hostname !== "vimeo.com" || event === undefined || pathname.includes("/embed")) return null;
  return frameSource(new URL(`https://vimeo.com/event/${event}/embed`));
}

function isPlayer({ hostname, pathname }: URL): boolean {
  return PLAYER_HOST.test(hostname) || PLAYER_PATH.test(pathname);
}

function frameSource({ href, hostname }: URL): Pasted {
  return accepted({ kind: "iframe", url: href, hosts: [hostname] });
}
