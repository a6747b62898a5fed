import {
  ADTS,
  BlobSource,
  canEncodeVideo,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from "mediabunny";
import { OWN_VIDEO_MAX_SECONDS, type OwnVideoProblem } from "#shared/contracts/own-videos.ts";

/** As the server knows them by name; only H.264 and AAC are copied. */
export const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC];

/** What a file is, and why it cannot become a video. */
export type FileFacts = {
  problem: OwnVideoProblem | null;
  /** Codec of a picture or sound that cannot be copied. */
  detail: string | null;
  /** Null when the file does not say it. */
  seconds: number | null;
  hasPicture: boolean;
  /** This browser can make H.264 and AAC of it. */
  isConvertible: boolean;
};

/** Reads the head of a file, as its server will. Reads little, also of large files. */
export async function checkFile(file: Blob): Promise<FileFacts> {
  const input = new Input({ source: new BlobSource(file), formats: FORMATS });
  const facts = {
    problem: null,
    detail: null,
    seconds: null,
    hasPicture: false,
    isConvertible: false,
  };
  try {
    if (!(await input.canRead())) return { ...facts, problem: "not-media" };
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const found = {
      ...facts,
      hasPicture: video !== null,
      seconds: await input.getDurationFromMetadata(),
      isConvertible: await isConvertible(video, audio),
    };
    if (video === null && audio === null) return { ...found, problem: "no-tracks" };
    const codec = await video?.getCodec();
    if (video !== null && codec !== "avc")
      return { ...found, problem: "video-codec", detail: codec ?? null };
    const sound = await audio?.getCodec();
    if (audio !== null && sound !== "aac")
      return { ...found, problem: "audio-codec", detail: sound ?? null };
    const isTooLong = (found.seconds ?? 0) > OWN_VIDEO_MAX_SECONDS;
    return isTooLong ? { ...found, problem: "too-long" } : found;
  } catch {
    return { ...facts, problem: "damaged" };
  } finally {
    input.dispose();
  }
}

async function isConvertible(
  video: InputVideoTrack | null,
  audio: InputAudioTrack | null,
): Promise<boolean> {
  const isCopied = video === null || (await video.getCodec()) === "avc";
  const hasPicture = isCopied || ((await video.canDecode()) && (await canEncodeVideo("avc")));
  const hasSound =
    audio === null || (await audio.getCodec()) === "aac" || (await audio.canDecode());
  return hasPicture && hasSound;
}
