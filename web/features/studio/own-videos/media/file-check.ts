import {
  ADTS,
  BlobSource,
  FLAC,
  Input,
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
};

/** Reads the head of a file, as its server will. Reads little, also of large files. */
export async function checkFile(file: Blob): Promise<FileFacts> {
  const input = new Input({ source: new BlobSource(file), formats: FORMATS });
  const facts = { problem: null, detail: null, seconds: null, hasPicture: false };
  try {
    if (!(await input.canRead())) return { ...facts, problem: "not-media" };
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const found = {
      ...facts,
      hasPicture: video !== null,
      seconds: await input.getDurationFromMetadata(),
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
