/** How ffmpeg makes a film of a file that can be packaged. */
export type FilmConversion = {
  /** The file's format, by its name in ffmpeg. */
  readonly format: "mov" | "matroska" | "mp3" | "wav" | "ogg" | "flac";
  readonly picture: TrackWork;
  readonly sound: TrackWork;
  /** Of the sound that comes out: 1 or 2; 0 without sound. */
  readonly channels: number;
  readonly seconds: number;
};

type TrackWork = "copy" | "encode" | "none";

/** Decoders of ffmpeg by codec. It may use no other: old and rare ones have most of its faults. */
const DECODERS: Readonly<Record<string, readonly string[]>> = {
  avc: ["h264"],
  hevc: ["hevc"],
  vp8: ["vp8"],
  vp9: ["vp9"],
  av1: ["libdav1d", "libaom-av1", "av1"],
  aac: ["aac"],
  mp3: ["mp3float", "mp3"],
  opus: ["opus", "libopus"],
  vorbis: ["vorbis"],
  flac: ["flac"],
  ac3: ["ac3"],
  eac3: ["eac3"],
  "pcm-u8": ["pcm_u8"],
  "pcm-s16": ["pcm_s16le"],
  "pcm-s16be": ["pcm_s16be"],
  "pcm-s24": ["pcm_s24le"],
  "pcm-s24be": ["pcm_s24be"],
  "pcm-s32": ["pcm_s32le"],
  "pcm-f32": ["pcm_f32le"],
  "pcm-f64": ["pcm_f64le"],
  ulaw: ["pcm_mulaw"],
  alaw: ["pcm_alaw"],
};

/** Returns whether a codec, by its name in mediabunny, is one that is converted. */
export function isConvertible(codec: string | null | undefined): boolean {
  return typeof codec === "string" && Object.hasOwn(DECODERS, codec);
}

/** Distance of key frames, as of the segments. */
const KEY_FRAMES = ["-force_key_frames", "expr:gte(t,n_forced*4)"];
/** Larger pictures than 4K are none of phones and cameras. */
const MAX_PIXELS = 9_500_000;
/** The shorter side has at most 720 lines; H.264 needs even numbers. */
const HD_SCALE = [
  "w='if(gte(iw,ih),-2,trunc(min(720,iw)/2)*2)'",
  "h='if(gte(iw,ih),trunc(min(720,ih)/2)*2,-2)'",
].join(":");
const QUIET = ["-nostdin", "-hide_banner", "-loglevel", "error", "-progress", "pipe:1", "-y"];
const X264 = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", ...KEY_FRAMES];
const AAC = ["-c:a", "aac", "-ar", "48000"];

type Inputs = { protocol: "file" | "pipe"; decoders: readonly string[]; format: string };

/** Options of what is read: the format is not guessed, and only its own bytes can be opened. */
function inputOptions({ protocol, decoders, format }: Inputs, source: string): string[] {
  const whitelists = ["-protocol_whitelist", protocol, "-codec_whitelist", decoders.join(",")];
  const limits = ["-max_pixels", String(MAX_PIXELS), "-threads", "2"];
  return [...QUIET, ...whitelists, ...limits, "-f", format, "-i", source];
}

/** Options of an MP4 without anything of the source but its picture and sound. */
function outputOptions(target: string, maxSeconds: number): string[] {
  const bare = ["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn"];
  return [...bare, "-threads", "2", "-t", String(maxSeconds), "-f", "mp4", `file:${target}`];
}

/** The end may be later than the file says. */
const MORE_SECONDS = 5;

/**
 * Arguments of ffmpeg that convert a file to an MP4 of H.264 (at most 720 lines, 30 pictures a second, 1.8 Mbit/s) and
 * AAC at 64 kbit/s. What is so already is copied.
 *
 * @param source absolute path of the file.
 * @param target absolute path to write.
 */
export function conversionArguments(
  conversion: FilmConversion,
  source: string,
  target: string,
): string[] {
  const { format, picture, sound, channels, seconds } = conversion;
  const decoders = Object.values(DECODERS).flat();
  const rate = ["-profile:v", "main", "-crf", "23", "-maxrate", "1800k", "-bufsize", "3600k"];
  const pictureOptions = {
    none: ["-vn"],
    copy: ["-map", "0:V:0", "-c:v", "copy"],
    encode: ["-map", "0:V:0", ...X264, ...rate, "-vf", `scale=${HD_SCALE}`, "-fpsmax", "30"],
  }[picture];
  const soundOptions = {
    none: ["-an"],
    copy: ["-map", "0:a:0", "-c:a", "copy"],
    encode: ["-map", "0:a:0", ...AAC, "-b:a", "64k", "-ac", String(channels)],
  }[sound];
  return [
    ...inputOptions({ protocol: "file", decoders, format }, `file:${source}`),
    ...pictureOptions,
    ...soundOptions,
    ...outputOptions(target, seconds + MORE_SECONDS),
  ];
}

/** Picture, sound and boxes of a small rendition. */
export const SMALL_BYTES_PER_SECOND = 32_000;

/**
 * Arguments of ffmpeg that encode a packaged film, which comes by its standard input, with 240 lines and mono sound,
 * as browsers do: about 110 MB an hour, with the index in front.
 *
 * @param target absolute path to write.
 */
export function smallArguments(seconds: number, target: string): string[] {
  const rate = ["-profile:v", "baseline", "-b:v", "210k", "-maxrate", "250k", "-bufsize", "500k"];
  const picture = ["-map", "0:V:0", ...X264, ...rate, "-vf", "scale=-2:240", "-r", "25"];
  const sound = ["-map", "0:a:0?", ...AAC, "-b:a", "32k", "-ac", "1"];
  const decoders = ["h264", "aac"];
  return [
    ...inputOptions({ protocol: "pipe", decoders, format: "mov" }, "pipe:0"),
    ...picture,
    ...sound,
    "-movflags",
    "+faststart",
    ...outputOptions(target, seconds + MORE_SECONDS),
  ];
}
