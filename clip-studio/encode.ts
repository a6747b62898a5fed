import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { clipSeconds, segmentCount, type ClipSpec } from "./clip-types.ts";
import { FRAMES_PER_SECOND, SEGMENT_SECONDS } from "./film-format.ts";
import { renderMusic, SAMPLE_RATE } from "./music.ts";

const LOUDNESS_LUFS = -20;
const PEAK_LIMIT = 0.89;
const AUDIO_BITRATE = "48k";
/** Chosen, with the limit, so that the whole library stays within its 12,000,000 bytes. */
const CONSTANT_QUALITY = 34;
const PICTURE_BYTES_PER_SECOND = 5000;
/** So many steps of x264's quality halve the size of a stream. */
const QUALITY_STEPS_PER_HALF = 7;
const GOP_FRAMES = String(SEGMENT_SECONDS * FRAMES_PER_SECOND);

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

async function encodeAt(quality: number, picturesFile: string, outputFile: string): Promise<void> {
  const matrix = "in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv";
  const args = [
    [
      "-f",
      "image2pipe",
      "-c:v",
      "mjpeg",
      "-framerate",
      String(FRAMES_PER_SECOND),
      "-i",
      picturesFile,
    ],
    ["-vf", `scale=${matrix},format=yuv420p`],
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"],
    ["-c:v", "libx264", "-preset", "slow", "-profile:v", "main", "-level:v", "3.0"],
    ["-crf", String(quality), "-bf", "0", "-refs", "4", "-threads", "2"],
    ["-g", GOP_FRAMES, "-keyint_min", GOP_FRAMES, "-sc_threshold", "0"],
    // Dark gradients get their share of bits, else they fall into visible steps; film grain, which
    // psycho-visual tuning would defend, is not here.
    ["-x264-params", "open-gop=0:slices=1:aq-mode=3:aq-strength=0.9:rc-lookahead=60:psy=0:nr=80"],
    ["-f", "h264", outputFile],
  ];
  await run(args.flat());
}

/**
 * Encodes a file of JPEG pictures end to end as H.264: closed GOPs of one segment, no B-frames. All
 * clips get the same quality; one that moves so much that it would take more than its share of the
 * library is encoded once more, coarser by what the first attempt was too large.
 */
export async function encodePictures(
  clip: ClipSpec,
  picturesFile: string,
  outputFile: string,
): Promise<void> {
  await encodeAt(CONSTANT_QUALITY, picturesFile, outputFile);
  const { size } = await stat(outputFile);
  const excess = size / (PICTURE_BYTES_PER_SECOND * clipSeconds(clip));
  if (excess > 1) {
    const coarser = CONSTANT_QUALITY + QUALITY_STEPS_PER_HALF * Math.log2(excess);
    await encodeAt(Math.round(coarser * 10) / 10, picturesFile, outputFile);
  }
}

function asBytes(samples: Float32Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Plays the clip's music, sets it to -20 LUFS and encodes it; returns the ADTS file. */
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
  await run([...raw, "-c:a", "aac", "-b:a", AUDIO_BITRATE, "-f", "adts", audioFile]);
  return audioFile;
}
