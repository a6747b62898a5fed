import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import {
  OWN_CAPTIONS_MAX_BYTES,
  OWN_POSTER_MAX_BYTES,
  OWN_VIDEO_ERRORS,
} from "#shared/contracts/own-videos.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { CaptionsError, plainCaptions } from "./captions.domain.ts";
import type { OwnVideoActions } from "./own-video-actions.ts";
import { OwnVideoError } from "./own-video-error.ts";
import type { OwnVideoFiles } from "./own-video-files.ts";
import type { OwnVideo } from "./own-video-store.ts";

type SideFileDeps = {
  /** The video of a request. @throws OwnVideoError not-found. */
  find: (context: Context) => OwnVideo;
  files: Pick<OwnVideoFiles, "folderOf" | "writePoster">;
  actions: Pick<OwnVideoActions, "writeFacts">;
  /** Answers with a video as it is after a change. */
  answer: (context: Context, id: string) => Promise<Response>;
};

/** Adds the routes of a video's poster and captions. */
export function addSideFileRoutes(app: Hono, path: string, deps: SideFileDeps): void {
  const { find, files, actions, answer } = deps;
  const captionsPath = (id: string, language: Language): string =>
    join(files.folderOf(id), `captions.${language}.vtt`);

  app.put(`${path}/poster`, limitTo(OWN_POSTER_MAX_BYTES), async (context) => {
    const { id, state, problem } = find(context);
    if (state === "uploading" || problem === "files-missing") throw new OwnVideoError("state");
    await files.writePoster(id, new Uint8Array(await context.req.arrayBuffer()));
    await actions.writeFacts(id, { has_poster: true });
    return answer(context, id);
  });
  app.put(`${path}/captions/:language`, limitTo(OWN_CAPTIONS_MAX_BYTES), async (context) => {
    const { id, state, captions } = find(context);
    const language = captionLanguage(context);
    if (state !== "ready") throw new OwnVideoError("state");
    const text = captionsOf(new Uint8Array(await context.req.arrayBuffer()));
    await replaceFile(captionsPath(id, language), text);
    await actions.writeFacts(id, { captions: [...new Set([...captions, language])].toSorted() });
    return answer(context, id);
  });
  app.delete(`${path}/captions/:language`, async (context) => {
    const { id, captions } = find(context);
    const language = captionLanguage(context);
    await rm(captionsPath(id, language), { force: true });
    await actions.writeFacts(id, { captions: captions.filter((one) => one !== language) });
    return answer(context, id);
  });
}

/** Rejects a request with a larger body. */
export function limitTo(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: (context) =>
      context.json({ error: "too large", code: "too-large" }, OWN_VIDEO_ERRORS["too-large"]),
  });
}

function captionLanguage(context: Context): Language {
  const language = context.req.param("language");
  const known = LANGUAGES.find((one) => one === language);
  if (known === undefined) throw new OwnVideoError("invalid", "There is no such language");
  return known;
}

/** @throws OwnVideoError unreadable, with the line. */
function captionsOf(bytes: Uint8Array): string {
  try {
    return plainCaptions(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const isKnown = error instanceof CaptionsError || error instanceof TypeError;
    if (!isKnown) throw error;
    throw new OwnVideoError("unreadable", error.message, { cause: error });
  }
}
