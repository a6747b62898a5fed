import { spawn } from "node:child_process";
import { isWithin } from "@reign-tv/kit/durations.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { isMissing, limitedCommand } from "#ingest/ffmpeg/limited-command.ts";
import { monoConfig, readAdts, writeAdts } from "./adts.ts";
import type { AudioSample } from "./segment-muxer.ts";
import { type AudioConfig, isSameConfig, silentFrame } from "./stream-config.ts";

/** Bit rate of sound alone: 15 MB an hour. */
const BITS_PER_SECOND = 32_000;
/** Address space of the program; it takes 54 MB of memory. */
const MAX_KILOBYTES = 600_000;
/** Frames by which the program may be behind: the last ones of a segment come with the next. */
const BEHIND_FRAMES = 4;
/** The picture waits for the sound: at the start for the program too. */
const START_LIMIT_MS = 3_000;
const SEGMENT_LIMIT_MS = 1_000;
const FIRST_RESTART_MS = 30_000;
const MAX_STARTS = 5;
const MAX_WAITING_BYTES = 1_000_000;

/** Sound of a segment. */
export type Sound = { readonly config: AudioConfig; readonly samples: readonly AudioSample[] };

export type SoundEncoder = {
  /**
   * Encodes the sound of the next segment at 32 kbit/s: as many frames, at the same times. Wait for it before the next
   * call.
   *
   * @returns null when the sound stays as it is: the program is missing, too slow or has ended.
   */
  encode(sound: Sound): Promise<Sound | null>;
  /** Ends the program. */
  close(): void;
};

/**
 * Command of ffmpeg, to which the rate of the sound is added: with nothing to read but its input.
 *
 * @param program name or path.
 */
export function ffmpegCommand(program: string): readonly string[] {
  const quiet = ["-nostdin", "-hide_banner", "-loglevel", "error"];
  // Without analysis the first frame comes out after the third has gone in.
  const input = ["-probesize", "32", "-analyzeduration", "0", "-fflags", "nobuffer"];
  const source = ["-protocol_whitelist", "pipe", "-f", "aac", "-i", "pipe:0"];
  const codec = ["-threads", "1", "-ac", "1", "-c:a", "aac", "-b:a", String(BITS_PER_SECOND)];
  const output = ["-flush_packets", "1", "-f", "adts"];
  return [
    ...limitedCommand(program, { kilobytes: MAX_KILOBYTES }),
    ...quiet,
    ...input,
    ...source,
    ...codec,
    ...output,
  ];
}

type SoundEncoderOptions = {
  /** Program and arguments; `-ar {rate} pipe:1` is added. Reads AAC in ADTS and writes as many frames, of one channel. */
  command: readonly string[];
  /** Receives why the program was given up. */
  onFault: (message: string) => void;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Longest waits in milliseconds, for tests. */
  limits?: { startMs: number; segmentMs: number; restartMs: number };
};

type Running = {
  readonly config: AudioConfig;
  readonly target: AudioConfig;
  /** Encoded frames that no segment has yet. */
  readonly frames: Uint8Array[];
  write(bytes: Uint8Array): void;
  /** Waits for so many frames; null, or why they do not come. */
  waitFor(count: number, limitMs: number): Promise<string | null>;
  kill(): void;
};

/** Encodes the sound of one broadcast by a program of its own, which starts with the first segment. */
export function createSoundEncoder(options: SoundEncoderOptions): SoundEncoder {
  const limits = options.limits ?? {
    startMs: START_LIMIT_MS,
    segmentMs: SEGMENT_LIMIT_MS,
    restartMs: FIRST_RESTART_MS,
  };
  let running: Running | null = null;
  let starts = 0;
  let failedAtMs = -Infinity;
  let isClosed = false;

  function start(config: AudioConfig): Running | null {
    const delayMs = limits.restartMs * 2 ** (starts - 1);
    const target = monoConfig(config.sampleRate);
    const silence = target && silentFrame(target);
    if (isClosed || !target || !silence || starts >= MAX_STARTS) return null;
    if (starts > 0 && isWithin(delayMs, failedAtMs, options.now())) return null;
    starts++;
    const frames = Array.from({ length: BEHIND_FRAMES }, () => silence);
    running = startProgram(options.command, { config, target, frames });
    return running;
  }

  function stop(): void {
    running?.kill();
    running = null;
  }

  return {
    async encode({ config, samples }) {
      const bytes = writeAdts(
        config,
        samples.map(({ data }) => data),
      );
      if (running && (!bytes || !isSameConfig(running.config, config))) {
        stop();
        // Another format is no fault of the program.
        starts--;
      }
      const isFirst = running === null;
      const current = bytes && (running ?? start(config));
      if (!current) return null;
      current.write(bytes);
      const limitMs = isFirst && starts === 1 ? limits.startMs : limits.segmentMs;
      const fault = await current.waitFor(samples.length, limitMs);
      if (fault === null) {
        const encoded = current.frames.splice(0, samples.length);
        const timed = samples.map(({ presentation }, index) => ({
          data: encoded[index] ?? new Uint8Array(),
          presentation,
        }));
        return { config: current.target, samples: timed };
      }
      if (isClosed) return null;
      stop();
      failedAtMs = options.now();
      if (fault === MISSING) starts = MAX_STARTS;
      else options.onFault(fault);
      return null;
    },
    close() {
      isClosed = true;
      stop();
    },
  };
}

const MISSING = "The program is missing";

function startProgram(
  command: readonly string[],
  { config, target, frames }: Pick<Running, "config" | "target" | "frames">,
): Running {
  const [program = "", ...rest] = command;
  const child = spawn(program, [...rest, "-ar", String(target.sampleRate), "pipe:1"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let waiting: Uint8Array = new Uint8Array();
  let lastWords = "";
  let end: string | null = null;
  let wake: () => void = () => undefined;

  function finish(reason: string): void {
    end ??= reason;
    child.kill("SIGKILL");
    wake();
  }

  function take(bytes: Uint8Array): void {
    try {
      const { frames: found, rest: left } = readAdts(Buffer.concat([waiting, bytes]));
      waiting = left;
      frames.push(...found);
      const size = frames.reduce((sum, { length }) => sum + length, waiting.length);
      if (size > MAX_WAITING_BYTES) finish("It writes more than it was given");
      wake();
    } catch (error) {
      finish(messageOf(error));
    }
  }

  child.stdout.on("data", take);
  child.stderr.on("data", (bytes: Buffer) => {
    lastWords = `${lastWords}${bytes.toString("utf8")}`.slice(-300);
  });
  child.on("error", (error) => finish(messageOf(error)));
  child.on("close", (code) =>
    finish(isMissing(code) ? MISSING : lastWords.trim() || `It ended with ${code}`),
  );
  // A program that has gone closes its input; its end tells the reason.
  child.stdin.on("error", () => undefined);

  return {
    config,
    target,
    frames,
    write: (bytes) => void child.stdin.write(bytes),
    async waitFor(count, limitMs) {
      const timer = setTimeout(() => finish(`No sound within ${limitMs} ms`), limitMs);
      const isWaiting = (): boolean => frames.length < count && end === null;
      while (isWaiting()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      clearTimeout(timer);
      return frames.length < count ? end : null;
    },
    kill: () => finish("It was stopped"),
  };
}
