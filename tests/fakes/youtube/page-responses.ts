import sharp from "sharp";
import { type Catalogue, type FakePicture, type FakeVideo, findVideo } from "./catalogue.ts";

/** Responses of the platform's website that need no key: Atom feed, oEmbed and thumbnails. */

export type TextResponse = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

const HTML = "text/html; charset=utf-8";
const FEED_MAX_ENTRIES = 15;

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function feedEntry(video: FakeVideo): string {
  const statistics =
    video.views === null
      ? ""
      : `<media:community><media:statistics views="${video.views}"/></media:community>`;
  return ` <entry>
  <id>yt:video:${video.id}</id>
  <yt:videoId>${video.id}</yt:videoId>
  <yt:channelId>UCfakefakefakefakefakefa</yt:channelId>
  <title>${escapeXml(video.title)}</title>
  <link rel="alternate" href="https://www.youtube.com/watch?v=${video.id}"/>
  <author><name>Fake Ministry</name></author>
  <published>${video.publishedAt.replace("Z", "+00:00")}</published>
  <updated>${video.publishedAt.replace("Z", "+00:00")}</updated>
  <media:group>
   <media:title>${escapeXml(video.title)}</media:title>
   <media:thumbnail url="https://i2.ytimg.com/vi/${video.id}/hqdefault.jpg" width="480" height="360"/>
   <media:description>${escapeXml(video.description)}</media:description>
   ${statistics}
  </media:group>
 </entry>`;
}

/** GET /feeds/videos.xml?playlist_id=; an unknown list is a 404 page in HTML. */
export function feedResponse(catalogue: Catalogue, query: URLSearchParams): TextResponse {
  const playlistId = query.get("playlist_id") ?? "";
  const videos = catalogue.playlists.get(playlistId);
  if (!videos) {
    return { status: 404, contentType: HTML, body: "<html><body>Error 404</body></html>" };
  }
  const entries = videos
    .filter((video) => video.state === "public")
    .slice(0, FEED_MAX_ENTRIES)
    .map(feedEntry);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <id>yt:playlist:${playlistId}</id>
 <yt:playlistId>${playlistId}</yt:playlistId>
 <title>A playlist</title>
 <published>2026-01-01T00:00:00+00:00</published>
${entries.join("\n")}
</feed>`;
  return { status: 200, contentType: "text/xml; charset=UTF-8", body };
}

function watchedId(address: string): string | null {
  try {
    return new URL(address).searchParams.get("v");
  } catch {
    return null;
  }
}

/** GET /oembed?url=&format=json: 401 when embedding is off, 404 when the video is gone. */
export function oembedResponse(catalogue: Catalogue, query: URLSearchParams): TextResponse {
  const id = watchedId(query.get("url") ?? "");
  if (id === null) return { status: 400, contentType: HTML, body: "Bad Request" };
  const video = findVideo(catalogue, id);
  if (video?.state !== "public") return { status: 404, contentType: HTML, body: "Not Found" };
  if (!video.isEmbeddable) return { status: 401, contentType: HTML, body: "Unauthorized" };
  const body = {
    title: video.title,
    author_name: "Fake Ministry",
    author_url: "https://www.youtube.com/@fake-ministry",
    type: "video",
    height: 113,
    width: 200,
    version: "1.0",
    provider_name: "YouTube",
    provider_url: "https://www.youtube.com/",
    thumbnail_height: 360,
    thumbnail_width: 480,
    thumbnail_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  };
  return { status: 200, contentType: "application/json", body: JSON.stringify(body) };
}

export type ImageResponse = { readonly status: number; readonly bytes: Buffer };

const FILES: Readonly<Record<string, { name: FakePicture; width: number; height: number }>> = {
  default: { name: "default", width: 120, height: 90 },
  mqdefault: { name: "medium", width: 320, height: 180 },
  hqdefault: { name: "high", width: 480, height: 360 },
  sddefault: { name: "standard", width: 640, height: 480 },
  maxresdefault: { name: "maxres", width: 1280, height: 720 },
};

const pictures = new Map<string, Promise<Buffer>>();

function paint(id: string, width: number, height: number): Promise<Buffer> {
  const key = `${id}/${width}`;
  const hue = Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 60% 40%)"/>
    <circle cx="50%" cy="50%" r="20%" fill="hsl(${hue} 80% 70%)"/></svg>`;
  const painted = pictures.get(key) ?? sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer();
  pictures.set(key, painted);
  return painted;
}

/**
 * GET /vi/{id}/{file}.jpg. A missing image is a 404 **with** a valid 120x90 JPEG, so that an <img> shows it and
 * reports no error.
 */
export async function imageResponse(
  catalogue: Catalogue,
  id: string,
  file: string,
): Promise<ImageResponse> {
  const size = FILES[file];
  const video = findVideo(catalogue, id);
  if (size && video?.pictures.includes(size.name)) {
    return { status: 200, bytes: await paint(id, size.width, size.height) };
  }
  return { status: 404, bytes: await paint("missing", 120, 90) };
}
