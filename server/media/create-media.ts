import { type Context, Hono } from "hono";
import { type ClientAddress, limitKey } from "#server/kit/http/client-address.ts";
import { matchesIfNoneMatch } from "#server/kit/http/etag.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import {
  type PrecompressedBody,
  precompress,
  sendPrecompressed,
} from "#server/kit/http/precompressed-body.ts";
import { rangeHeaders, requestedRange } from "#server/kit/http/byte-range.domain.ts";
import { createFilmReader } from "./clip-bytes.ts";
import type { FilmSize } from "./media-urls.ts";
import { clipPlaylist } from "./clip-playlist.domain.ts";
import type { Film } from "#shared/videos/library.ts";
import type { LibraryClip, MediaLibrary } from "./library.ts";
import type { ViewCounts } from "./view-counts.ts";

/** Films kept in memory; what is beyond it is streamed from disk. */
const FILM_MEMORY_BYTES = 64 * 1024 * 1024;

/** Players on other origins (phone app, casting) may read media; it is the same for everybody. */
const OPEN_TO_ALL = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Content-Length, Content-Range, ETag",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export type MediaDeps = {
  library: MediaLibrary;
  views: ViewCounts;
  clientAddress: ClientAddress;
};

/** A stretch of a film under an address of its own: the whole file, or one segment. */
type Stretch = { clip: LibraryClip; film: Film; offset: number; length: number; etag: string };

function filmOf(clip: LibraryClip | undefined, size: FilmSize): Film | undefined {
  return size === "large" ? clip?.large : clip;
}

/**
 * The bundled library over HTTP. Every name is looked up in the checked library and never joined to
 * a path, so there is no way out of media/. Players tell with `POST /media/clips/{id}/views` that a
 * clip has begun to play; pages of other sites cannot.
 */
export function createMedia({ library, views, clientAddress }: MediaDeps): Hono {
  const app = new Hono();
  const readFilm = createFilmReader(library.directory, FILM_MEMORY_BYTES);
  const libraryFile = createLibraryFile(library, views);

  /** Sends a stretch, or the part of it that was asked for (RFC 9110, 14). */
  async function sendStretch(c: Context, stretch: Stretch): Promise<Response> {
    const { clip, film, offset, length, etag } = stretch;
    const headers = { ...clipHeaders(c, clip, "video/mp4"), ETag: etag, "Accept-Ranges": "bytes" };
    if (matchesIfNoneMatch(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    const part = requestedRange({ header: (name) => c.req.header(name), etag, size: length });
    if (part === "unsatisfiable") {
      const size = { "Content-Range": `bytes */${length}`, "Cache-Control": CACHE.none };
      return c.body(null, 416, { ...OPEN_TO_ALL, ...size });
    }
    const { first, last } = part === "whole" ? { first: 0, last: length - 1 } : part;
    const range = { first: offset + first, last: offset + last };
    return new Response(c.req.method === "HEAD" ? null : await readFilm(film, range), {
      status: part === "whole" ? 200 : 206,
      headers: { ...headers, ...rangeHeaders(part, length) },
    });
  }

  function sendFile(c: Context, id: string, size: FilmSize): Promise<Response> | Response {
    const clip = library.clips.get(id);
    const film = filmOf(clip, size);
    if (!clip || !film) return notFound(c);
    const etag = size === "large" ? `"${clip.version}-large"` : `"${clip.version}"`;
    return sendStretch(c, { clip, film, offset: 0, length: film.bytes, etag });
  }

  function sendPart(c: Context, part: string, size: FilmSize): Promise<Response> | Response {
    const clip = library.clips.get(c.req.param("id") ?? "");
    const film = filmOf(clip, size);
    const place = part === "init.mp4" ? film?.init : film?.segments[Number.parseInt(part, 10)];
    if (!clip || !film || !place) return notFound(c);
    return sendStretch(c, { clip, film, ...place, etag: `"${clip.version}-${size}-${part}"` });
  }

  app.get("/media/clips/:file{clip-[a-z0-9-]+\\.mp4}", (c) =>
    sendFile(c, c.req.param("file").slice(0, -".mp4".length), "small"),
  );
  app.get("/media/clips/:file{clip-[a-z0-9-]+\\.large\\.mp4}", (c) =>
    sendFile(c, c.req.param("file").slice(0, -".large.mp4".length), "large"),
  );
  app.get("/media/clips/:id/:part{(?:init\\.mp4|[0-9]{1,4}\\.m4s)}", (c) =>
    sendPart(c, c.req.param("part"), "small"),
  );
  app.get("/media/clips/:id/large/:part{(?:init\\.mp4|[0-9]{1,4}\\.m4s)}", (c) =>
    sendPart(c, c.req.param("part"), "large"),
  );

  app.get("/media/clips/:id/index.m3u8", (c) => {
    const clip = library.clips.get(c.req.param("id"));
    if (!clip) return notFound(c);
    const headers = clipHeaders(c, clip, "application/vnd.apple.mpegurl");
    return sendPrecompressed(c, precompress(clipPlaylist(clip), "passing"), headers);
  });

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

/** The library as a file, with the views of each clip once it has any. */
function createLibraryFile(library: MediaLibrary, views: ViewCounts): () => PrecompressedBody {
  let file = precompress("", "passing");
  let revision = -1;
  return () => {
    if (revision !== views.revision) {
      revision = views.revision;
      const clips = [...library.clips.values()].map((clip) => {
        const count = views.viewsOf(clip.id);
        return count === 0 ? clip : { ...clip, views: count };
      });
      file = precompress(JSON.stringify({ version: 1, clips }), "passing");
    }
    return file;
  };
}

/** For addresses without the current version tag: what they show may change with a release. */
function clipHeaders(c: Context, clip: LibraryClip, type: string): Record<string, string> {
  const isTagged = c.req.query("v") === clip.version;
  return { ...fileHeaders(type), "Cache-Control": isTagged ? CACHE.immutable : CACHE.minutes };
}

function fileHeaders(type: string): Record<string, string> {
  return { ...OPEN_TO_ALL, "Content-Type": type, "Cache-Control": CACHE.minutes };
}

function notFound(c: Context): Response {
  return c.json({ error: "not_found" }, 404, { ...OPEN_TO_ALL, "Cache-Control": CACHE.none });
}
