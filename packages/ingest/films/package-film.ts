import { Worker } from "node:worker_threads";
import { errorCode, messageOf } from "@reign-tv/kit/start-error.ts";
import type { FilmConversion } from "#ingest/ffmpeg/film-conversion.domain.ts";
import type { FilmProblem } from "./film-reader.ts";

/** Heap of the thread. The bytes of packets lie outside of it and have limits of their own. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
/** Longest time for the check, and between two segments. */
const STEP_MS = 60_000;

export type FilmJob = {
  /** The film's file. */
  readonly path: string;
  /** Folder of its segments, as of a recording; empty at the start. */
  readonly folder: string;
  readonly maxSeconds: number;
  /** Most that the segments may take. */
  readonly maxBytes: number;
  /** What must stay free on the disk. */
  readonly reserveBytes: number;
};

export type FromFilmWorker =
  | { kind: "checked"; seconds: number; hasPicture: boolean }
  /** Seconds of the film that are packaged. */
  | { kind: "progress"; seconds: number }
  | { kind: "done" }
  | Failure;

type Failure = {
  kind: "failed";
  problem: FilmProblem | "timeout" | "memory" | "disk" | "missing" | "internal";
  /** A codec, where there is one. */
  detail: string | null;
  /** For the log. */
  message: string;
  /** How an encoder makes a film of it that can be packaged; null or absent: not at all. */
  conversion?: FilmConversion | null;
};

/** "stopped": by the signal. */
export type FilmResult = { kind: "done" } | Failure | { kind: "stopped" };

type PackageFilmOptions = {
  /** Ends the work; the segments so far stay. */
  signal: AbortSignal;
  onChecked(film: { seconds: number; hasPicture: boolean }): void;
  onProgress(seconds: number): void;
  /** Longest step in milliseconds; tests shorten it. */
  stepMs?: number;
};

/** Copies a film into segments in a thread of its own, which hostile files may end. Never rejects. */
export function packageFilm(job: FilmJob, options: PackageFilmOptions): Promise<FilmResult> {
  const { promise, resolve } = Promise.withResolvers<FilmResult>();
  const worker = new Worker(new URL("film-worker.ts", import.meta.url), {
    name: "film",
    workerData: job,
    resourceLimits: RESOURCE_LIMITS,
    execArgv: [],
  });
  let result: FilmResult | null = null;
  const fail = (problem: Failure["problem"], message: string): void => {
    result ??= { kind: "failed", problem, detail: null, message };
  };
  let timer: NodeJS.Timeout | null = null;
  function expectStep(): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      fail("timeout", "A step took too long");
      void worker.terminate();
    }, options.stepMs ?? STEP_MS);
  }
  const stop = (): void => {
    result ??= { kind: "stopped" };
    void worker.terminate();
  };
  options.signal.addEventListener("abort", stop, { once: true });
  worker.on("message", (message: FromFilmWorker) => {
    expectStep();
    if (message.kind === "checked") options.onChecked(message);
    else if (message.kind === "progress") options.onProgress(message.seconds);
    else result ??= message;
  });
  worker.on("error", (error) => {
    const isMemory = errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY" || error instanceof RangeError;
    fail(isMemory ? "memory" : "internal", messageOf(error));
  });
  worker.on("exit", () => {
    if (timer !== null) clearTimeout(timer);
    options.signal.removeEventListener("abort", stop);
    fail("internal", "The thread ended");
    if (result !== null) resolve(result);
  });
  expectStep();
  if (options.signal.aborted) stop();
  return promise;
}
