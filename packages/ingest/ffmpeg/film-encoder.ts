import { spawn } from "node:child_process";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import {
  conversionArguments,
  type FilmConversion,
  SMALL_BYTES_PER_SECOND,
  smallArguments,
} from "./film-conversion.domain.ts";
import { isMissing, limitedCommand } from "./limited-command.ts";

/** Address space: a picture of 4K with its references takes 1 GB. */
const MAX_KILOBYTES = 3_000_000;
/** Most of a converted film: 1.8 Mbit/s with its sound and boxes. */
const CONVERTED_BYTES_PER_SECOND = 260_000;
const MORE_BYTES = 5_000_000;
/** Longest time without progress, and for so much work by a slow machine. */
const LIMITS: Limits = { stallMs: 2 * MINUTE_MS, startMs: 10 * MINUTE_MS, perSecondMs: 6_000 };
const PROBE_MS = 10 * SECOND_MS;

type Limits = {
  stallMs: number;
  /** Longest time: a start, and so much for each second of the film. */
  startMs: number;
  perSecondMs: number;
};

export type EncodeResult =
  | { kind: "done" }
  | { kind: "failed"; message: string }
  /** By the signal. */
  | { kind: "stopped" };

type EncodeOptions = {
  /** Ends the program. */
  signal: AbortSignal;
  /** Done, from 0 to 1. */
  onProgress: (share: number) => void;
};

/** Encodes films by ffmpeg where it exists. Each call ends within limits of time, memory and size. */
export type FilmEncoder = {
  /** Whether the program is there, with encoders for H.264 and AAC. */
  isAvailable(): Promise<boolean>;
  /** Most bytes that converting takes. */
  convertedBytes(conversion: FilmConversion): number;
  /** Converts a file, both by absolute paths. Nothing is left at the target after a failure. Never rejects. */
  convert(
    job: { source: string; conversion: FilmConversion; target: string },
    options: EncodeOptions,
  ): Promise<EncodeResult>;
  /** Most bytes of a small rendition. */
  smallBytes(seconds: number): number;
  /** Encodes a small rendition of a film that is read once. Otherwise as `convert`. */
  makeSmall(
    job: { source: AsyncIterable<Uint8Array>; seconds: number; target: string },
    options: EncodeOptions,
  ): Promise<EncodeResult>;
};

type FilmEncoderOptions = {
  /** Name or path of ffmpeg; null: there is none. */
  program: string | null;
  /** Command to which the arguments of ffmpeg are added; tests give their own. */
  commandOf?: (program: string, fileBytes: number) => readonly string[];
  limits?: Limits;
};

/** Without a program, or with one that lacks an encoder, every job fails with its reason. */
export function createFilmEncoder(options: FilmEncoderOptions): FilmEncoder {
  const { program } = options;
  const limits = options.limits ?? LIMITS;
  const commandOf =
    options.commandOf ??
    ((name: string, fileBytes: number) =>
      limitedCommand(name, { kilobytes: MAX_KILOBYTES, fileBytes }));
  let availability: Promise<boolean> | null = null;

  const smallBytes = (seconds: number): number =>
    Math.ceil(seconds * SMALL_BYTES_PER_SECOND * 1.25) + MORE_BYTES;
  const convertedBytes = ({ seconds }: FilmConversion): number =>
    Math.ceil(seconds * CONVERTED_BYTES_PER_SECOND) + MORE_BYTES;

  async function encode(
    work: Omit<Work, "command" | "limits"> & { maxBytes: number },
    { signal, onProgress }: EncodeOptions,
  ): Promise<EncodeResult> {
    if (program === null) return { kind: "failed", message: "There is no ffmpeg" };
    const command = [...commandOf(program, work.maxBytes), ...work.args];
    const ended = await run({ ...work, command, limits }, { signal, onProgress });
    const isWritten = (await stat(work.target).catch(() => null)) !== null;
    const result: EncodeResult =
      ended.kind === "done" && !isWritten ? { kind: "failed", message: "It wrote nothing" } : ended;
    if (result.kind !== "done") await rm(work.target, { force: true }).catch(() => undefined);
    return result;
  }

  return {
    isAvailable() {
      availability ??=
        program === null
          ? Promise.resolve(false)
          : hasEncoders([...commandOf(program, MORE_BYTES), "-hide_banner", "-encoders"]);
      return availability;
    },
    convertedBytes,
    convert({ source, conversion, target }, more) {
      const { seconds } = conversion;
      const args = conversionArguments(conversion, source, target);
      const maxBytes = convertedBytes(conversion);
      return encode({ args, target, seconds, maxBytes, source: null }, more);
    },
    smallBytes,
    makeSmall({ source, seconds, target }, more) {
      const args = smallArguments(seconds, target);
      return encode({ args, target, seconds, maxBytes: smallBytes(seconds), source }, more);
    },
  };
}

/** Asks ffmpeg for its encoders: builds without H.264 exist. */
async function hasEncoders([program = "", ...args]: readonly string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], timeout: PROBE_MS });
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => {
    text = `${text}${bytes.toString("latin1")}`.slice(0, 100_000);
  });
  child.on("error", () => resolve(false));
  child.on("close", () => resolve(/ libx264 /.test(text) && / aac /.test(text)));
  return promise;
}

type Work = {
  args: readonly string[];
  command: readonly string[];
  target: string;
  /** Length of the film. */
  seconds: number;
  /** What the program reads from its input; null: nothing. */
  source: AsyncIterable<Uint8Array> | null;
  limits: Limits;
};

function run(
  { command: [program = "", ...args], seconds, source, limits }: Work,
  { signal, onProgress }: EncodeOptions,
): Promise<EncodeResult> {
  const { promise, resolve } = Promise.withResolvers<EncodeResult>();
  if (signal.aborted) return Promise.resolve({ kind: "stopped" });
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  let result: EncodeResult | null = null;
  let lastWords = "";
  let lastLine = "";
  let done = 0;

  function end(reached: EncodeResult): void {
    result ??= reached;
    child.kill("SIGKILL");
  }
  const fail = (message: string): void => end({ kind: "failed", message });
  const stop = (): void => end({ kind: "stopped" });
  const whole = setTimeout(
    () => fail("It took too long"),
    limits.startMs + seconds * limits.perSecondMs,
  );
  const stall = setTimeout(() => fail("It made no progress"), limits.stallMs);

  /** Lines are "out_time_us=2012833" among others. */
  function readProgress(bytes: Buffer): void {
    const lines = `${lastLine}${bytes.toString("latin1")}`.split("\n");
    lastLine = (lines.pop() ?? "").slice(-200);
    for (const line of lines) {
      const [, time] = /^out_time_us=(\d{1,15})$/.exec(line.trim()) ?? [];
      const reached = Number(time ?? 0) / 1e6;
      if (reached <= done) continue;
      done = reached;
      stall.refresh();
      onProgress(Math.min(1, done / seconds));
    }
  }

  signal.addEventListener("abort", stop, { once: true });
  child.stdout.on("data", readProgress);
  child.stderr.on("data", (bytes: Buffer) => {
    lastWords = `${lastWords}${bytes.toString("utf8")}`.slice(-300);
  });
  child.on("error", (error) => fail(messageOf(error)));
  // A program that has gone closes its input; its end tells the reason.
  child.stdin.on("error", () => undefined);
  if (source === null) child.stdin.end();
  else {
    const sourceFailed = (error: unknown): void => fail(messageOf(error));
    pipeline(Readable.from(reported(source, sourceFailed)), child.stdin).catch(() => undefined);
  }
  child.on("close", (code, killedBy) => {
    clearTimeout(whole);
    clearTimeout(stall);
    signal.removeEventListener("abort", stop);
    if (code === 0) result ??= { kind: "done" };
    const ended = isMissing(code) ? "There is no ffmpeg" : `It ended with ${code ?? killedBy}`;
    resolve(result ?? { kind: "failed", message: lastWords.trim() || ended });
  });
  return promise;
}

/** The same bytes; tells apart what cannot be read and a program that reads no more. */
async function* reported(
  source: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    onError(error);
    throw error;
  }
}
