import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FilePathSource, Input, MP4 } from "mediabunny";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runFilmJob } from "#ingest/films/film-job.ts";
import type { FromFilmWorker } from "#ingest/films/package-film.ts";
import { boxesIn } from "#ingest/files/mp4-boxes.ts";
import { AV1, HEVC } from "#ingest/testing/foreign-films.ts";
import { waveFile } from "#ingest/testing/recordings.ts";
import type { FilmConversion } from "./film-conversion.domain.ts";
import { createFilmEncoder, type FilmEncoder } from "./film-encoder.ts";
import { limitedCommand } from "./limited-command.ts";

const PROGRAM = new URL("../testing/fake-film-program.ts", import.meta.url).pathname;
const FILM = join(import.meta.dirname, "../../../media/clips/clip-an-appointed-time.mp4");
const SOUND: FilmConversion = {
  format: "wav",
  picture: "none",
  sound: "encode",
  channels: 1,
  seconds: 1,
};
const LIMITS = { stallMs: 60_000, startMs: 60_000, perSecondMs: 0 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-encoder-"));
});
afterEach(() => rm(folder, { recursive: true }));

const fileIn = (name: string): string => join(folder, name);
const going = () => ({ signal: new AbortController().signal, onProgress: vi.fn() });

/** An encoder whose program is the fake one. */
function encoderBy(mode: string, limits: Partial<typeof LIMITS> = {}): FilmEncoder {
  return createFilmEncoder({
    program: "ffmpeg",
    commandOf: () => [process.execPath, PROGRAM, mode, FILM],
    limits: { ...LIMITS, ...limits },
  });
}

async function convert(encoder: FilmEncoder, options = going(), conversion = SOUND) {
  const target = fileIn("film.mp4");
  const source = fileIn("upload");
  const result = await encoder.convert({ source, conversion, target }, options);
  return { result, files: await readdir(folder) };
}

describe("an encoder of films", () => {
  it("is there when the program has the encoders", async () => {
    expect(await encoderBy("copies").isAvailable()).toBe(true);
    for (const program of [null, "reign-no-such-program", "/bin/true"]) {
      const encoder = createFilmEncoder({ program });
      expect(await encoder.isAvailable()).toBe(false);
      expect((await convert(encoder)).result.kind).toBe("failed");
    }
  });

  it("tells how far it is", async () => {
    const options = going();
    expect(await convert(encoderBy("copies"), options)).toEqual({
      result: { kind: "done" },
      files: ["film.mp4"],
    });
    expect(options.onProgress).toHaveBeenLastCalledWith(1);
  });

  it.each([
    ["fails", {}, "Invalid data found when processing input"],
    ["silent", { stallMs: 1 }, "It made no progress"],
    ["ever", { startMs: 1 }, "It took too long"],
  ])("leaves nothing of a program that %s", async (mode, limits, message) => {
    const { result, files } = await convert(encoderBy(mode, limits));
    expect(result).toEqual({ kind: "failed", message });
    expect(files).toEqual([]);
  });

  it("ends by its signal, also before it begins", async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const options = { signal: stop.signal, onProgress: vi.fn(onProgress) };
    expect((await convert(encoderBy("ever"), options)).result).toEqual({ kind: "stopped" });
    expect((await convert(encoderBy("ever"), options)).result).toEqual({ kind: "stopped" });
  });

  it("ends with a source that cannot be read", async () => {
    const source = createReadStream(fileIn("none"));
    const job = { source, seconds: 1, target: fileIn("low.mp4") };
    const result = await encoderBy("copies").makeSmall(job, going());
    expect(result).toMatchObject({ kind: "failed" });
    expect(result.kind === "failed" && result.message).toContain("ENOENT");
  });
});

const real = createFilmEncoder({ program: "ffmpeg" });
/** Encoding takes half a minute of processor time: it belongs to the full run. */
const isTried = process.env["FULL"] === "1" && (await real.isAvailable());

/** Makes a film with test patterns. */
async function makeSource(name: string, options: readonly string[]): Promise<string> {
  const path = fileIn(name);
  const inputs = ["testsrc=s=160x120:r=25:d=5", "sine=d=5"].flatMap((input) => [
    "-f",
    "lavfi",
    "-i",
    input,
  ]);
  await promisify(execFile)("ffmpeg", [
    "-nostdin",
    "-loglevel",
    "error",
    ...inputs,
    ...options,
    path,
  ]);
  return path;
}

/** Packages a file into a new folder. @returns how it ended. */
async function packageFile(path: string): Promise<FromFilmWorker | undefined> {
  const messages: FromFilmWorker[] = [];
  const job = { path, maxSeconds: 60, maxBytes: 50_000_000, reserveBytes: 0 };
  const segments = await mkdtemp(fileIn("segments-"));
  await runFilmJob({ ...job, folder: segments }, (message) => void messages.push(message));
  return messages.at(-1);
}

describe.skipIf(!isTried)("ffmpeg", () => {
  it.each([
    [
      "film.webm",
      ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-c:a", "libopus"],
      "video-codec",
    ],
    ["sound.mp3", ["-map", "1:a", "-ac", "2"], "audio-codec"],
    ["sound.flac", ["-map", "1:a"], "audio-codec"],
    ["film.mkv", ["-c:v", "libx264", "-c:a", "libvorbis"], "audio-codec"],
    ["hevc.mp4", HEVC, "video-codec"],
    ["av1.mp4", AV1, "video-codec"],
  ])("makes a film of %s that is packaged", async (name, options, problem) => {
    const source = typeof options === "string" ? options : await makeSource(name, options);
    const last = await packageFile(source);
    expect(last).toMatchObject({ kind: "failed", problem });
    const conversion = last?.kind === "failed" ? last.conversion : null;
    if (!conversion) throw new Error("no conversion");
    const target = fileIn("converted.mp4");
    const conversionOptions = going();
    expect(await real.convert({ source, conversion, target }, conversionOptions)).toEqual({
      kind: "done",
    });
    expect(await packageFile(target)).toEqual({ kind: "done" });
    expect(conversionOptions.onProgress.mock.lastCall?.[0]).toBeGreaterThan(0.9);
  });

  it("makes a small rendition with its index in front", async () => {
    const target = fileIn("low.mp4");
    const job = { source: createReadStream(await fragmented()), seconds: 5, target };
    expect(await real.makeSmall(job, going())).toEqual({ kind: "done" });
    const types = [...boxesIn(await readFile(target))].map(({ type }) => type);
    expect(types.indexOf("moov")).toBeLessThan(types.indexOf("mdat"));
    using input = new Input({ source: new FilePathSource(target), formats: [MP4] });
    const video = await input.getPrimaryVideoTrack();
    const config = await video?.getDecoderConfig();
    expect([config?.codedHeight, config?.codec.slice(0, 7)]).toEqual([240, "avc1.42"]);
    expect(await packageFile(target)).toEqual({ kind: "done" });
  });

  const fragmented = () =>
    makeSource("source.mp4", ["-c:v", "libx264", "-movflags", "empty_moov+frag_keyframe"]);

  it("reads neither playlists nor what is not of its format, and writes within its size", async () => {
    const source = fileIn("upload");
    const secret = fileIn("secret.wav");
    await writeFile(secret, waveFile(1));
    for (const text of [
      `#EXTM3U\n#EXTINF:1,\nfile://${secret}\n`,
      `ffconcat version 1.0\nfile ${secret}\n`,
    ]) {
      await writeFile(source, text);
      expect((await convert(real)).result.kind).toBe("failed");
    }
    await writeFile(source, waveFile(5));
    const small = createFilmEncoder({
      program: "ffmpeg",
      commandOf: (name) => limitedCommand(name, { kilobytes: 3_000_000, fileBytes: 2_048 }),
    });
    const { result, files } = await convert(small, going(), { ...SOUND, seconds: 5 });
    expect(result.kind).toBe("failed");
    expect(files).not.toContain("film.mp4");
  });
});
