import {
  ADTS,
  EncodedPacketSink,
  type EncodedPacket,
  FilePathSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  UnsupportedInputFormatError,
  WAVE,
  WEBM,
} from "mediabunny";
import { type FilmConversion, isConvertible } from "#ingest/ffmpeg/film-conversion.domain.ts";
import type { MediaEvent } from "#ingest/media-event.ts";
import { descriptionOf, readAudioConfig, readVideoConfig } from "#ingest/segments/stream-config.ts";

/** Reasons why a film cannot be packaged. */
export type FilmProblem =
  | "not-media"
  | "no-tracks"
  | "video-codec"
  | "audio-codec"
  | "key-frames"
  | "damaged"
  | "too-long";

/** A film that cannot be packaged; the detail is a codec where there is one. */
export class FilmError extends Error {
  readonly problem: FilmProblem;
  readonly detail: string | null;
  /** How an encoder makes a film of it that can be packaged; null: not at all. */
  conversion: FilmConversion | null = null;

  constructor(problem: FilmProblem, detail: string | null = null, options: ErrorOptions = {}) {
    super(detail === null ? problem : `${problem}: ${detail}`, options);
    this.name = "FilmError";
    this.problem = problem;
    this.detail = detail;
  }
}

/** Formats that are known by name; only H.264 and AAC are copied. None of them names other files. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC];
/** Their names in ffmpeg, which is not to guess. */
const formatNames = new Map<InputFormat, FilmConversion["format"]>([
  [MP4, "mov"],
  [QTFF, "mov"],
  [MATROSKA, "matroska"],
  [WEBM, "matroska"],
  [MP3, "mp3"],
  [WAVE, "wav"],
  [OGG, "ogg"],
  [FLAC, "flac"],
]);
/** Packets in which the pictures of a reordered group are: H.264 has at most 16. */
const REORDERED_PICTURES = 20;
/** Three hours of 120 pictures a second, and their sound. */
const MAX_PACKETS = 3 * 3_600 * 220;

/** A film of an upload, whose packets are copied. */
export type Film = {
  readonly seconds: number;
  readonly hasPicture: boolean;
  readonly rotation: 0 | 90 | 180 | 270;
  /** Parameters, and then packets in the order of their times. @throws FilmError damaged. */
  events(): AsyncGenerator<MediaEvent>;
  close(): void;
};

/**
 * Opens a film and checks that it can be copied into HLS.
 *
 * @param maxSeconds longest film.
 * @throws FilmError when it cannot; Error when the disk fails.
 */
export async function openFilm(path: string, maxSeconds: number): Promise<Film> {
  const input = new Input({ source: new FilePathSource(path), formats: FORMATS });
  try {
    return await describeFilm(input, maxSeconds);
  } catch (error) {
    input.dispose();
    if (error instanceof UnsupportedInputFormatError) {
      throw new FilmError("not-media", null, { cause: error });
    }
    throw asFilmError(error);
  }
}

async function describeFilm(input: Input, maxSeconds: number): Promise<Film> {
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (video === null && audio === null) throw new FilmError("no-tracks");
  const picture = video && (await configOrError(videoConfig(video)));
  const sound = audio && (await configOrError(audioConfig(audio)));
  const tracks = [video, audio].filter((track) => track !== null);
  const error = [picture, sound].find((one) => one instanceof FilmError);
  if (error !== undefined) {
    const must = { picture: picture instanceof FilmError, sound: sound instanceof FilmError };
    error.conversion = await conversionOf(input, { video, audio, must });
    if ((error.conversion?.seconds ?? 0) > maxSeconds) throw new FilmError("too-long");
    throw error;
  }
  const configs = [picture, sound].flatMap((one) =>
    one === null || one instanceof FilmError ? [] : [one],
  );
  const seconds = await input.computeDuration(tracks);
  if (!Number.isFinite(seconds) || seconds <= 0) throw new FilmError("damaged");
  if (seconds > maxSeconds) throw new FilmError("too-long");
  return {
    seconds,
    hasPicture: video !== null,
    rotation: (await video?.getRotation()) ?? 0,
    async *events() {
      yield* configs;
      let count = 0;
      for await (const event of inOrder(pictures(video), sounds(audio))) {
        if (++count > MAX_PACKETS) throw new FilmError("damaged", "too many packets");
        yield event;
      }
    },
    close: () => input.dispose(),
  };
}

/** Returns the error of a codec that cannot be copied. @throws every other one. */
async function configOrError(reading: Promise<MediaEvent>): Promise<MediaEvent | FilmError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof FilmError) return error;
    throw error;
  }
}

type Tracks = {
  video: InputVideoTrack | null;
  audio: InputAudioTrack | null;
  /** Tracks that cannot be copied. */
  must: { picture: boolean; sound: boolean };
};

/** Returns how a film is converted; null when an encoder does not know it either. */
async function conversionOf(
  input: Input,
  { video, audio, must }: Tracks,
): Promise<FilmConversion | null> {
  const codecs = [
    must.picture && (await video?.getCodec()),
    must.sound && (await audio?.getCodec()),
  ];
  const isKnown = codecs.every((codec) => codec === false || isConvertible(codec));
  const format = formatNames.get(await input.getFormat());
  if (!isKnown || format === undefined) return null;
  const tracks = [video, audio].filter((track) => track !== null);
  const seconds = await input.computeDuration(tracks).catch(() => 0);
  if (!Number.isFinite(seconds) || seconds <= 0) return null;
  const workOf = (track: object | null, isEncoded: boolean) =>
    track === null ? "none" : isEncoded ? "encode" : "copy";
  return {
    format,
    picture: workOf(video, must.picture),
    sound: workOf(audio, must.sound),
    channels: Math.min(2, (await audio?.getNumberOfChannels()) ?? 0),
    seconds,
  };
}

/** Errors of the parser are the film's; those of the file system are not. */
function asFilmError(error: unknown): unknown {
  const isOther = error instanceof FilmError || (error instanceof Error && "syscall" in error);
  return isOther ? error : new FilmError("damaged", null, { cause: error });
}

async function videoConfig(track: InputVideoTrack): Promise<MediaEvent> {
  const codec = await track.getCodec();
  if (codec !== "avc") throw new FilmError("video-codec", await nameOf(track, codec));
  const description = descriptionOf(await track.getDecoderConfig());
  // Without a description the stream is Annex B, which cannot be copied into HLS.
  if (description === null || readVideoConfig(description) === null) {
    throw new FilmError("video-codec", "avc");
  }
  return { kind: "video-config", codec: "avc", description };
}

async function audioConfig(track: InputAudioTrack): Promise<MediaEvent> {
  const codec = await track.getCodec();
  if (codec !== "aac") throw new FilmError("audio-codec", await nameOf(track, codec));
  const description = descriptionOf(await track.getDecoderConfig());
  if (description === null || readAudioConfig(description) === null) {
    throw new FilmError("audio-codec", "aac");
  }
  return { kind: "audio-config", codec: "aac", description };
}

/** Name of a codec for people; the file's own name for one that is not known. */
async function nameOf(
  track: InputVideoTrack | InputAudioTrack,
  codec: string | null,
): Promise<string> {
  const own = codec ?? (await track.getInternalCodecId());
  return String(typeof own === "object" ? "unknown" : own)
    .replaceAll(/[^A-Za-z0-9.,_-]/g, "")
    .slice(0, 40);
}

type Timed = { readonly ms: number; readonly event: MediaEvent };

async function* packetsOf(
  track: InputVideoTrack | InputAudioTrack | null,
): AsyncGenerator<EncodedPacket> {
  if (track === null) return;
  try {
    yield* new EncodedPacketSink(track).packets();
  } catch (error) {
    throw asFilmError(error);
  }
}

/**
 * Pictures in decode order. Files name only the time at which each is shown: the decode times are the same times in
 * their order.
 */
async function* pictures(track: InputVideoTrack | null): AsyncGenerator<Timed> {
  const waiting: EncodedPacket[] = [];
  const times: number[] = [];
  function next(): Timed[] {
    const packet = waiting.shift();
    const earliest = times.shift();
    if (packet === undefined || earliest === undefined) return [];
    const decodeMs = earliest * 1_000;
    const presentationMs = packet.timestamp * 1_000;
    const isKeyFrame = packet.type === "key";
    const event: MediaEvent = {
      kind: "video",
      data: packet.data,
      decodeMs,
      presentationMs,
      isKeyFrame,
    };
    return [{ ms: decodeMs, event }];
  }
  for await (const packet of packetsOf(track)) {
    waiting.push(packet);
    const place = times.findLastIndex((time) => time <= packet.timestamp);
    times.splice(place + 1, 0, packet.timestamp);
    if (waiting.length > REORDERED_PICTURES) yield* next();
  }
  while (waiting.length > 0) yield* next();
}

async function* sounds(track: InputAudioTrack | null): AsyncGenerator<Timed> {
  for await (const { data, timestamp } of packetsOf(track)) {
    // What an encoder puts before the start is not heard.
    if (timestamp < 0) continue;
    const presentationMs = timestamp * 1_000;
    yield { ms: presentationMs, event: { kind: "audio", data, presentationMs } };
  }
}

async function* inOrder(
  pictureEvents: AsyncGenerator<Timed>,
  soundEvents: AsyncGenerator<Timed>,
): AsyncGenerator<MediaEvent> {
  let picture = await pictureEvents.next();
  let sound = await soundEvents.next();
  while (picture.done !== true || sound.done !== true) {
    if (picture.done !== true && (sound.done === true || picture.value.ms <= sound.value.ms)) {
      yield picture.value.event;
      picture = await pictureEvents.next();
    } else if (sound.done !== true) {
      yield sound.value.event;
      sound = await soundEvents.next();
    }
  }
}
