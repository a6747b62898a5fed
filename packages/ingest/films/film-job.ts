import type { Notice } from "#ingest/segmenter-contract.ts";
import { openSegmentStore, RecordingEndedError } from "#ingest/segments/segment-store.ts";
import { createSegmenter } from "#ingest/segments/segmenter.ts";
import { errorCode, messageOf } from "@reign-tv/kit/start-error.ts";
import { FilmError, openFilm } from "./film-reader.ts";
import type { FilmJob, FromFilmWorker } from "./package-film.ts";

/** Key frames of encoders for films are up to 10 s apart, and of some editors more. */
const LIMITS = { segmentSeconds: 60, waitingBytes: 192 * 1024 * 1024, waitingPackets: 12_000 };
const TARGET_SECONDS = 4;
/** What may be missing at the end of a film, and in its gaps. */
const MAX_MISSING_SECONDS = 2;
const MAX_MISSING_SHARE = 0.02;

/** Notices of what a whole film cannot have. */
function problemOf(notice: Notice): FilmError | null {
  if (notice.id === "no-key-frame" || notice.id === "overflow") return new FilmError("key-frames");
  if (notice.id === "invalid-config") {
    return new FilmError(notice.track === "video" ? "video-codec" : "audio-codec");
  }
  if (notice.id === "segment-failed") {
    return new FilmError("damaged", null, { cause: new Error(notice.message) });
  }
  return null;
}

/** Makes segments of a film, as of a broadcast. Posts how far it is, and how it ended; never rejects. */
export async function runFilmJob(
  job: FilmJob,
  post: (message: FromFilmWorker) => void,
): Promise<void> {
  await makeSegments(job, post).catch((error: unknown) => post(failureOf(error)));
}

async function makeSegments(job: FilmJob, post: (message: FromFilmWorker) => void): Promise<void> {
  const film = await openFilm(job.path, job.maxSeconds);
  try {
    post({ kind: "checked", seconds: film.seconds, hasPicture: film.hasPicture });
    let ended: unknown = null;
    const store = await openSegmentStore({
      folder: job.folder,
      quotaBytes: job.maxBytes,
      reserveBytes: job.reserveBytes,
      onEnded: (error) => (ended = error),
    });
    let seconds = 0;
    const segmenter = createSegmenter({
      targetSeconds: TARGET_SECONDS,
      startedAt: 0,
      rotation: film.rotation,
      limits: LIMITS,
      async onSegment(segment) {
        await store.append(segment);
        seconds += segment.durationSeconds;
        if (seconds > job.maxSeconds) ended ??= new FilmError("too-long");
        post({ kind: "progress", seconds });
      },
      onNotice(notice) {
        ended ??= problemOf(notice);
      },
    });
    for await (const event of film.events()) {
      await segmenter.push(event);
      if (ended !== null) throw ended;
    }
    await segmenter.flush();
    if (ended !== null) throw ended;
    if (seconds === 0) throw new FilmError("damaged", "too short");
    const missing = film.seconds - seconds;
    if (missing > MAX_MISSING_SECONDS + film.seconds * MAX_MISSING_SHARE) {
      throw new FilmError("damaged", "cut off");
    }
    post({ kind: "done" });
  } finally {
    film.close();
  }
}

function failureOf(error: unknown): FromFilmWorker {
  const message = messageOf(error);
  if (error instanceof FilmError) {
    const { problem, detail, conversion } = error;
    return { kind: "failed", problem, detail, message, conversion };
  }
  if (error instanceof RecordingEndedError) {
    // More than its file has: samples that name the same bytes many times.
    const problem = error.reason === "quota" ? "damaged" : "disk";
    return { kind: "failed", problem, detail: null, message };
  }
  const problem = errorCode(error) === "ENOENT" ? "missing" : "internal";
  return { kind: "failed", problem, detail: null, message };
}
