import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { type ClientAddress, limitKey } from "#server/base/client-address.ts";
import { isSameCopy } from "#server/base/validators.ts";
import { type ByteRange, readByteRange } from "./byte-range.domain.ts";
import { createClipReader } from "./clip-bytes.ts";
import { clipPlaylist } from "./clip-playlist.domain.ts";
import type { LibraryClip, MediaLibrary } from "./library.ts";
import type { ViewCounts } from "./view-counts.ts";

/** Clips kept in memory; what is beyond it is streamed from disk. */
const CLIP_MEMORY_BYTES = 64 * 1024 * 1024;

const IMMUTABLE = "public, max-age=31536000, immutable";
/** For addresses without the current version tag: what they show may change with a release. */
const REVALIDATED = "public, max-age=300, stale-while-revalidate=86400";

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

/** A part of a clip under its own address, or the part of the whole that was asked for. */
type Piece = { clip: LibraryClip; range: ByteRange; etag: string; contentRange?: string };

/**
 * The bundled library over HTTP. Every name is looked up in the checked library and never joined to
 * a path, so there is no way out of media/. Players tell with `POST /media/clips/{id}/views` that a
 * clip has begun to play; pages of other sites cannot.
 */
export function createMedia({ library, views, clientAddress }: MediaDeps): Hono {
  const app = new Hono();
  const readClip = createClipReader(library.directory, CLIP_MEMORY_BYTES);
  const libraryText = createLibraryText(library, views);

  async function sendPiece(c: Context, piece: Piece): Promise<Response> {
    const { clip, range, etag, contentRange } = piece;
    const headers = { ...clipHeaders(c, clip, "video/mp4"), ETag: etag, "Accept-Ranges": "bytes" };
    if (isSameCopy(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    return new Response(c.req.method === "HEAD" ? null : await readClip(clip, range), {
      status: contentRange ? 206 : 200,
      headers: {
        ...headers,
        "Content-Length": String(range.last - range.first + 1),
        ...(contentRange && { "Content-Range": contentRange }),
      },
    });
  }

  app.get("/media/clips/:file{clip-[a-z0-9-]+\\.mp4}", (c) => {
    const clip = library.clips.get(c.req.param("file").slice(0, -".mp4".length));
    if (!clip) return notFound(c);
    const etag = `"${clip.version}"`;
    // Whose copy is of another version gets the whole file (RFC 9110, 13.1.5).
    const isCutAllowed = [undefined, etag].includes(c.req.header("If-Range"));
    const range = isCutAllowed ? readByteRange(c.req.header("Range"), clip.bytes) : "whole";
    if (range === "whole") {
      return sendPiece(c, { clip, range: { first: 0, last: clip.bytes - 1 }, etag });
    }
    if (range === "unsatisfiable") {
      return c.body(null, 416, { ...OPEN_TO_ALL, "Content-Range": `bytes */${clip.bytes}` });
    }
    const contentRange = `bytes ${range.first}-${range.last}/${clip.bytes}`;
    return sendPiece(c, { clip, range, etag, contentRange });
  });

  app.get("/media/clips/:id/:part{(?:init\\.mp4|[0-9]{1,4}\\.m4s)}", (c) => {
    const clip = library.clips.get(c.req.param("id"));
    const part = c.req.param("part");
    const place = part === "init.mp4" ? clip?.init : clip?.segments[Number.parseInt(part, 10)];
    if (!clip || !place) return notFound(c);
    const range = { first: place.offset, last: place.offset + place.length - 1 };
    return sendPiece(c, { clip, range, etag: `"${clip.version}-${part}"` });
  });

  app.get("/media/clips/:id/index.m3u8", (c) => {
    const clip = library.clips.get(c.req.param("id"));
    if (!clip) return notFound(c);
    const headers = clipHeaders(c, clip, "application/vnd.apple.mpegurl");
    return sendText(c, clipPlaylist(clip), headers);
  });

  app.get("/media/captions/:file{[\\w.-]+\\.vtt}", (c) => {
    const text = library.captions.get(c.req.param("file"));
    return text === undefined
      ? notFound(c)
      : sendText(c, text, fileHeaders("text/vtt; charset=utf-8"));
  });

  app.post("/media/clips/:id/views", (c) => {
    const clip = library.clips.get(c.req.param("id"));
    if (!clip) return notFound(c);
    if (c.req.header("Sec-Fetch-Site") === "cross-site") return c.json({ error: "forbidden" }, 403);
    views.count(clip.id, limitKey(clientAddress(c)));
    return c.body(null, 204);
  });

  app.get("/media/library.json", (c) =>
    sendText(c, libraryText(), fileHeaders("application/json; charset=utf-8")),
  );

  return app;
}

/** The library as a file, with the views of each clip once it has any. */
function createLibraryText(library: MediaLibrary, views: ViewCounts): () => string {
  let text = "";
  let revision = -1;
  return () => {
    if (revision !== views.revision) {
      revision = views.revision;
      const clips = [...library.clips.values()].map((clip) => {
        const count = views.viewsOf(clip.id);
        return count === 0 ? clip : { ...clip, views: count };
      });
      text = JSON.stringify({ version: 1, clips });
    }
    return text;
  };
}

function clipHeaders(c: Context, clip: LibraryClip, type: string): Record<string, string> {
  const isTagged = c.req.query("v") === clip.version;
  return { ...fileHeaders(type), "Cache-Control": isTagged ? IMMUTABLE : REVALIDATED };
}

function fileHeaders(type: string): Record<string, string> {
  return { ...OPEN_TO_ALL, "Content-Type": type, "Cache-Control": REVALIDATED };
}

function sendText(c: Context, text: string, headers: Record<string, string>): Response {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 16)}"`;
  if (isSameCopy(c.req.header("If-None-Match"), etag)) {
    return c.body(null, 304, { ...headers, ETag: etag });
  }
  return c.body(text, 200, { ...headers, ETag: etag });
}

function notFound(c: Context): Response {
  return c.json({ error: "not_found" }, 404, { ...OPEN_TO_ALL, "Cache-Control": "no-store" });
}
