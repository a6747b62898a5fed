import type { LibraryFile } from "./joined-film.ts";
import { createMediaFileReader } from "./media-file-reader.ts";
import {
  clipFileUrl,
  clipInitUrl,
  type ClipRendition,
  clipSegmentUrl,
  clipSoundPlaylistUrl,
} from "./media-urls.ts";
import type { LibraryClip, MediaLibrary } from "./library.ts";
import { type Context, Hono } from "hono";
import type { ClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_MEDIA_HEADERS } from "#server/http/public-headers.ts";
import { sendRange } from "#server/http/send-range.ts";
import {
  type PrecompressedBody,
  precompress,
  sendPrecompressed,
} from "@reign-tv/kit/http/precompressed-body.ts";
import type { KeepOffer } from "#shared/media/keep-offer.ts";
import type { VideoSound } from "#shared/media/sound.ts";
import type { ViewCounts } from "./view-counts.ts";

/** HLS playlist of one clip or its sound, with an end (RFC 8216, 4.3.3.5). */
function clipPlaylist(clip: LibraryClip, rendition: "small" | "sound"): string {
  const longest = Math.max(...clip.segments.map((segment) => segment.durationSeconds));
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-TARGETDURATION:${Math.round(longest)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    `#EXT-X-MAP:URI="${clipInitUrl(clip, rendition)}"`,
    ...clip.segments.flatMap((segment, index) => [
      `#EXTINF:${segment.durationSeconds.toFixed(5)},`,
      clipSegmentUrl(clip, index, rendition),
    ]),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}

/** Files beyond this limit are streamed from disk. */
const FILE_MEMORY_BYTES = 64 * 1024 * 1024;

export type MediaDeps = {
  library: MediaLibrary;
  views: ViewCounts;
  clientAddress: ClientAddress;
};

/** A range of a file with a URL of its own: the whole file, or one segment. */
type MediaRange = {
  clip: LibraryClip;
  film: LibraryFile;
  /** Content type. */
  type: string;
  offset: number;
  length: number;
  etag: string;
};

function fileOf(clip: LibraryClip | undefined, rendition: ClipRendition): LibraryFile | undefined {
  return rendition === "small" ? clip : clip?.[rendition];
}

function typeOf(rendition: ClipRendition): string {
  return rendition === "sound" ? "audio/mp4" : "video/mp4";
}

/**
 * The bundled library over HTTP. Names are looked up in the checked library and never joined to a path, so nothing
 * outside media/ is reachable. Players count a started clip with `POST /media/clips/{id}/views`; pages of other sites
 * cannot.
 */
export function createMediaRoutes({ library, views, clientAddress }: MediaDeps): Hono {
  const app = new Hono();
  const readMediaFile = createMediaFileReader(library.directory, FILE_MEMORY_BYTES);
  const libraryFile = createLibraryFile(library, views);

  function sendMedia(c: Context, media: MediaRange): Promise<Response> {
    const { clip, film, type, offset, length, etag } = media;
    return sendRange(c, {
      bytes: length,
      etag,
      headers: PUBLIC_MEDIA_HEADERS,
      type,
      cacheControl: clipCache(c, clip),
      read: ({ first, last }) =>
        readMediaFile(film, { first: offset + first, last: offset + last }),
    });
  }

  function sendFile(c: Context, id: string, name: ClipRendition): Promise<Response> | Response {
    const clip = library.clips.get(id);
    const film = fileOf(clip, name);
    if (!clip || !film) return notFound(c);
    const etag = name === "small" ? `"${clip.version}"` : `"${clip.version}-${name}"`;
    return sendMedia(c, { clip, film, type: typeOf(name), offset: 0, length: film.bytes, etag });
  }

  function sendPart(c: Context, part: string, name: ClipRendition): Promise<Response> | Response {
    const clip = library.clips.get(c.req.param("id") ?? "");
    const film = fileOf(clip, name);
    const range = part === "init.mp4" ? film?.init : film?.segments[Number.parseInt(part, 10)];
    if (!clip || !film || !range) return notFound(c);
    const etag = `"${clip.version}-${name}-${part}"`;
    return sendMedia(c, { clip, film, type: typeOf(name), ...range, etag });
  }

  function sendPlaylist(c: Context, rendition: "small" | "sound"): Promise<Response> | Response {
    const clip = library.clips.get(c.req.param("id") ?? "");
    if (!clip || !fileOf(clip, rendition)) return notFound(c);
    const headers = {
      ...fileHeaders("application/vnd.apple.mpegurl"),
      "Cache-Control": clipCache(c, clip),
    };
    return sendPrecompressed(c, precompress(clipPlaylist(clip, rendition), "passing"), headers);
  }

  app.get("/media/clips/:file{clip-[a-z0-9-]+\\.mp4}", (c) =>
    sendFile(c, c.req.param("file").slice(0, -".mp4".length), "small"),
  );
  app.get("/media/clips/:file{clip-[a-z0-9-]+\\.m4a}", (c) =>
    sendFile(c, c.req.param("file").slice(0, -".m4a".length), "sound"),
  );
  for (const size of ["tiny", "large"] as const) {
    app.get(`/media/clips/:file{clip-[a-z0-9-]+\\.${size}\\.mp4}`, (c) =>
      sendFile(c, c.req.param("file").slice(0, -`.${size}.mp4`.length), size),
    );
  }
  app.get("/media/clips/:id/:part{(?:init\\.mp4|[0-9]{1,4}\\.m4s)}", (c) =>
    sendPart(c, c.req.param("part"), "small"),
  );
  for (const rendition of ["tiny", "large", "sound"] as const) {
    app.get(`/media/clips/:id/${rendition}/:part{(?:init\\.mp4|[0-9]{1,4}\\.m4s)}`, (c) =>
      sendPart(c, c.req.param("part"), rendition),
    );
  }

  app.get("/media/clips/:id/index.m3u8", (c) => sendPlaylist(c, "small"));
  app.get("/media/clips/:id/audio.m3u8", (c) => sendPlaylist(c, "sound"));

  app.get("/media/captions/:file{[\\w.-]+\\.vtt}", (c) => {
    const text = library.captions.get(c.req.param("file"));
    if (text === undefined) return notFound(c);
    return sendPrecompressed(
      c,
      precompress(text, "passing"),
      fileHeaders("text/vtt; charset=utf-8"),
    );
  });

  app.post("/media/clips/:id/views", (c) => {
    const clip = library.clips.get(c.req.param("id"));
    if (!clip) return notFound(c);
    if (c.req.header("Sec-Fetch-Site") === "cross-site") return c.json({ error: "forbidden" }, 403);
    views.count(clip.id, limitKey(clientAddress(c)));
    return c.body(null, 204);
  });

  app.get("/media/library.json", (c) =>
    sendPrecompressed(c, libraryFile(), fileHeaders("application/json; charset=utf-8")),
  );

  return app;
}

/** The listed clips of the library as a file, with the play count of each above zero. */
function createLibraryFile(library: MediaLibrary, views: ViewCounts): () => PrecompressedBody {
  let file = precompress("", "passing");
  let revision = -1;
  return () => {
    if (revision !== views.revision) {
      revision = views.revision;
      const clips = [...library.clips.values()]
        .filter(({ isPart }) => isPart !== true)
        .map((clip) => {
          const count = views.viewsOf(clip.id);
          const sound = clip.sound && { ...clip.sound, ...videoSound(clip, clip.sound) };
          const keep = keepOffer(clip);
          return { ...clip, ...(sound && { sound }), keep, ...(count > 0 && { views: count }) };
        });
      const text = JSON.stringify({ version: 1, clips }, (key, value: unknown) =>
        key === "parts" ? undefined : value,
      );
      file = precompress(text, "passing");
    }
    return file;
  };
}

function videoSound(clip: LibraryClip, { bytes }: LibraryFile): VideoSound {
  const playlist = clipSoundPlaylistUrl(clip);
  return { url: clipFileUrl(clip, "sound"), playlist, bytes, seconds: clip.durationSeconds };
}

/** The licence of the bundled clips allows copies; see media/README.md. */
function keepOffer(clip: LibraryClip): KeepOffer {
  const size = clip.tiny ? "tiny" : "small";
  const picture = { url: clipFileUrl(clip, size), bytes: (clip.tiny ?? clip).bytes };
  return {
    ...(clip.sound && { sound: { url: clipFileUrl(clip, "sound"), bytes: clip.sound.bytes } }),
    picture,
  };
}

/** A URL without the current version may show other content after a release. */
function clipCache(c: Context, clip: LibraryClip): string {
  return c.req.query("v") === clip.version ? CACHE.immutable : CACHE.minutes;
}

function fileHeaders(type: string): Record<string, string> {
  return { ...PUBLIC_MEDIA_HEADERS, "Content-Type": type, "Cache-Control": CACHE.minutes };
}

function notFound(c: Context): Response {
  return c.json({ error: "not_found" }, 404, {
    ...PUBLIC_MEDIA_HEADERS,
    "Cache-Control": CACHE.none,
  });
}
