import type { Context, Hono } from "hono";
import { OWN_VIDEO_PART_BYTES } from "#shared/contracts/own-videos.ts";
import { OwnVideoError } from "./own-video-error.ts";
import type { OwnVideo, OwnVideoStore } from "./own-video-store.ts";
import { type UploadFiles, uploadPath, type UploadPart } from "./upload-file.ts";

type UploadRoutesDeps = {
  /** The video of a request. @throws OwnVideoError not-found. */
  find: (context: Context) => OwnVideo;
  store: Pick<OwnVideoStore, "update">;
  folderOf: (id: string) => string;
  uploads: UploadFiles;
  /** Called after the last byte of a file. */
  onWhole: () => Promise<void>;
};

/** Adds the core of tus 1.0 for the file of a video and its small rendition: HEAD and PATCH. */
export function addUploadRoutes(app: Hono, path: string, deps: UploadRoutesDeps): void {
  const { find, store, folderOf, uploads } = deps;

  const stateOf = (part: UploadPart) => async (context: Context) => {
    const video = find(context);
    const size = expected(video, part);
    const whole = arrived(video, part);
    if (size === null && whole !== null) return context.body(null, 200, headersOf(whole, whole));
    if (size === null) throw new OwnVideoError("state");
    const received = await uploads.received(uploadPath(folderOf(video.id), part));
    return context.body(null, 200, headersOf(received, size));
  };

  const takePart = (part: UploadPart) => async (context: Context) => {
    const video = find(context);
    const size = expected(video, part);
    const offset = Number(context.req.header("upload-offset") ?? Number.NaN);
    const isTus = context.req.header("content-type") === "application/offset+octet-stream";
    if (!Number.isSafeInteger(offset) || offset < 0 || !isTus) throw new OwnVideoError("invalid");
    if (size === null) throw new OwnVideoError("state");
    const received = await uploads.append(uploadPath(folderOf(video.id), part), {
      offset,
      size,
      maxBytes: OWN_VIDEO_PART_BYTES,
      body: context.req.raw.body,
    });
    if (received === null) throw new OwnVideoError("state", "The offset is another");
    if (received === size) {
      if (part === "media") await store.update(video.id, { state: "checking" });
      await deps.onWhole();
    }
    return context.body(null, 204, headersOf(received, size));
  };

  for (const [part, file] of [
    ["media", "upload"],
    ["low", "low/upload"],
  ] as const) {
    app.get(`${path}/${file}`, stateOf(part));
    app.patch(`${path}/${file}`, takePart(part));
  }
}

/** Size of a file that is expected; null: none is. */
function expected(video: OwnVideo, part: UploadPart): number | null {
  if (part === "low") return video.state === "ready" ? video.lowUploadBytes : null;
  return video.state === "uploading" ? video.uploadBytes : null;
}

/** Size of a file that has arrived: a client that lost the last answer learns that it is whole. */
function arrived(video: OwnVideo, part: UploadPart): number | null {
  if (part === "low") return video.files.low;
  return video.state === "uploading" ? null : video.uploadBytes;
}

function headersOf(received: number, size: number): Record<string, string> {
  return {
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": String(received),
    "Upload-Length": String(size),
    "Cache-Control": "no-store",
  };
}
