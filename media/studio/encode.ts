import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { clipSeconds, lightStep, segmentCount, sizesOf, type ClipSpec } from "./clips.ts";
import {
  type FilmLayer,
  type FilmSize,
  FRAMES_PER_SECOND,
  LETTERING,
  SEGMENT_SECONDS,
} from "./film-format.ts";
import { LINE_REVEAL_SECONDS, SCENE_FADE_SECONDS } from "./film-texts.ts";
import { renderMusic, SAMPLE_RATE } from "./music.ts";

const LOUDNESS_LUFS = -20;
const PEAK_LIMIT = 0.89;
/**
 * For mono tones without percussion. Measured against the samples: with these settings ffmpeg's
 * fast coder at 20 kbit/s is 10 dB closer than its default coder at 48. There is nothing above 8
 * kHz.
 */
const AAC = "-c:a aac -aac_coder fast -cutoff 8000 -aac_pns 0 -aac_tns 0".split(" ");
const CHANNEL_AUDIO = "20k";
/** 5 dB less accurate, and still closer than the default coder at 48. */
const ON_DEMAND_AUDIO = "16k";
/** CRF of x264. With the limits of `film-format.ts` the library stays within its size. */
const CONSTANT_QUALITY = 32;
/** VBV window in seconds. */
const RATE_WINDOW_SECONDS = 5;
const DIMMING_SECONDS = 0.6;
const BT709 = "out_color_matrix=bt709:out_range=tv";
const GOP_FRAMES = String(SEGMENT_SECONDS * FRAMES_PER_SECOND);
/**
 * Dark skies lose bits first and show it first. They get more bits (aq-mode 3) and colour
 * (chroma-qp-offset) and smooth block edges (deblock); tuning for film grain is off.
 */
const DARK_SKIES = "aq-mode=3:aq-strength=1.2:chroma-qp-offset=-5:deblock=3,3:psy=0";

async function run(args: string[]): Promise<string> {
  const ffmpeg = spawn("ffmpeg", ["-hide_banner", "-y", ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  ffmpeg.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const [code] = await once(ffmpeg, "close");
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}: ${log.slice(-600)}`);
  return log;
}

/** Returns the path of an H.264 stream of `encodePictures`, one per size of the clip. */
export function streamFile(clip: ClipSpec, size: FilmSize, workFolder: string): string {
  return join(workFolder, `${clip.id}.${size.height}.h264`);
}

function streamArguments({ level, maxKilobits }: FilmSize): string[] {
  return [
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"],
    ["-c:v", "libx264", "-preset", "medium", "-profile:v", "main", "-level:v", level],
    ["-crf", String(CONSTANT_QUALITY), "-maxrate", `${maxKilobits}k`],
    ["-bufsize", `${maxKilobits * RATE_WINDOW_SECONDS}k`],
    ["-bf", "0", "-refs", "4", "-threads", "2"],
    ["-g", GOP_FRAMES, "-keyint_min", GOP_FRAMES, "-sc_threshold", "0"],
    ["-x264-params", `open-gop=0:slices=1:rc-lookahead=60:${DARK_SKIES}`],
  ].flat();
}

/**
 * Overlays each line while its scene lasts, and fades out the end of the film. Lines appear in
 * steps of the background: frames in between are identical and cost almost nothing.
 */
function compositionOf(clip: ClipSpec, layers: readonly FilmLayer[]): string {
  const { width, height } = LETTERING;
  const rate = FRAMES_PER_SECOND / lightStep(clip);
  const light = `scale=${width}:${height}:flags=bicubic:in_color_matrix=bt601:in_range=pc:${BT709}`;
  const lines = layers.flatMap(({ top, fromSeconds, untilSeconds }, index) => {
    const frames = Math.round((untilSeconds - fromSeconds) * rate);
    const fadeAt = untilSeconds - SCENE_FADE_SECONDS;
    const moments = [
      `fade=t=in:st=${fromSeconds}:d=${LINE_REVEAL_SECONDS}:alpha=1`,
      `fade=t=out:st=${fadeAt}:d=${SCENE_FADE_SECONDS}:alpha=1`,
    ];
    const picture = `scale=${BT709},format=yuva420p,loop=${frames - 1}:1`;
    const place = `setpts=(N/${rate}+${fromSeconds})/TB,${moments.join(",")}`;
    return [
      `[${index + 1}:v]${picture},${place}[line${index}]`,
      `[film${index}][line${index}]overlay=0:${top}:eof_action=pass:repeatlast=0[film${index + 1}]`,
    ];
  });
  const end = clipSeconds(clip) - DIMMING_SECONDS;
  // Only the end fades: a fade from black would cost the first seconds their quality.
  const dimming = `fade=t=out:st=${end}:d=${DIMMING_SECONDS}`;
  const sizes = sizesOf(clip);
  const outputs = sizes.map((size) => `[to${size.height}]`).join("");
  return [
    `[0:v]${light},format=yuv420p[film0]`,
    ...lines,
    `[film${layers.length}]${dimming},fps=${FRAMES_PER_SECOND},split=${sizes.length}${outputs}`,
    ...sizes.map(
      (size) =>
        `[to${size.height}]scale=${size.width}:${size.height}:flags=bicubic[${size.height}]`,
    ),
  ].join(";");
}

/**
 * Composes a film of background and lettering and encodes it as H.264, once per size: closed GOPs
 * of one segment, no B-frames. All clips have the same quality, up to the limit of the size.
 */
export async function encodePictures(
  clip: ClipSpec,
  drawn: { lightFile: string; lineFiles: string[]; layers: FilmLayer[] },
  workFolder: string,
): Promise<void> {
  const rate = `${FRAMES_PER_SECOND}/${lightStep(clip)}`;
  const light = ["-f", "image2pipe", "-c:v", "mjpeg", "-framerate", rate, "-i", drawn.lightFile];
  const lines = drawn.lineFiles.flatMap((file) => ["-i", file]);
  const frames = String(Math.round(clipSeconds(clip) * FRAMES_PER_SECOND));
  const outputs = sizesOf(clip).flatMap((size) => {
    const file = streamFile(clip, size, workFolder);
    const stream = ["-map", `[${size.height}]`, "-frames:v", frames, ...streamArguments(size)];
    return [...stream, "-f", "h264", file];
  });
  const composition = ["-filter_complex", compositionOf(clip, drawn.layers)];
  await run([...light, ...lines, ...composition, ...outputs]);
}

function asBytes(samples: Float32Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Renders the clip's music, normalizes it to -20 LUFS and encodes it; returns the ADTS file. */
export async function encodeMusic(clip: ClipSpec, workFolder: string): Promise<string> {
  const samples = renderMusic(clip.music, segmentCount(clip), clip.picture.seed);
  const rawFile = join(workFolder, `${clip.id}.f32`);
  const audioFile = join(workFolder, `${clip.id}.aac`);
  const raw = ["-f", "f32le", "-ar", String(SAMPLE_RATE), "-ac", "1", "-i", rawFile];
  await writeFile(rawFile, asBytes(samples));
  const log = await run([...raw, "-af", "ebur128", "-f", "null", "-"]);
  const measured = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(log)?.[1]);
  if (!Number.isFinite(measured)) throw new Error(`${clip.id}: loudness was not measured`);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const gain = Math.min(10 ** ((LOUDNESS_LUFS - measured) / 20), PEAK_LIMIT / peak);
  await writeFile(rawFile, asBytes(samples.map((sample) => sample * gain)));
  const bitrate = clip.isOnDemandOnly ? ON_DEMAND_AUDIO : CHANNEL_AUDIO;
  await run([...raw, ...AAC, "-b:a", bitrate, "-f", "adts", audioFile]);
  return audioFile;
}

/** Takes the sound out of a film as it is, at 16 or 20 kbit/s; returns the ADTS file. */
export async function copySound(
  clip: ClipSpec,
  filmFile: string,
  workFolder: string,
): Promise<string> {
  const audioFile = join(workFolder, `${clip.id}.copy.aac`);
  await run(["-i", filmFile, "-map", "0:a", "-c", "copy", "-f", "adts", audioFile]);
  return audioFile;
}

/** Encodes a film once more in a smaller size, cut alike; returns the H.264 file. */
export async function encodeSmaller(
  clip: ClipSpec,
  { filmFile, size }: { filmFile: string; size: FilmSize },
  workFolder: string,
): Promise<string> {
  const file = streamFile(clip, size, workFolder);
  const scale = `scale=${size.width}:${size.height}:flags=lanczos`;
  const stream = ["-map", "0:v", "-vf", scale, ...streamArguments(size)];
  await run(["-i", filmFile, ...stream, "-f", "h264", file]);
  return file;
}
