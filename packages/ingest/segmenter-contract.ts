import type { MediaEvent } from "./media-event.ts";
import type { Sound } from "./segments/sound-encoder.ts";

/**
 * One HLS segment of a broadcast: the picture with its sound as fragmented MP4, and the sound alone. The picture starts
 * with a key frame. The sound has no holes: silent frames fill them, because players cannot gain or lose a track.
 */
export type Segment = {
  /** Counts from the segmenter's `firstNumber`, without gaps. */
  readonly number: number;
  /** Wall clock of its first moment; milliseconds since the epoch, not always an integer. */
  readonly startMs: number;
  readonly durationSeconds: number;
  /** True when its times or parameters do not continue those of the segment before. */
  readonly discontinuity: boolean;
  /** Number of the init files it needs; a change comes with `discontinuity`. */
  readonly initId: number;
  /** Init file of `video`; only in the first segment of an `initId`. */
  readonly init?: Uint8Array;
  /** Init file of `audio`; only in the first segment of an `initId`. */
  readonly audioInit?: Uint8Array;
  /** Picture and sound in one file; null while the encoder sends only sound. */
  readonly video: Uint8Array | null;
  /**
   * Sound alone, of fewer bits than that of `video` where it is encoded again; null when the sound cannot be played.
   */
  readonly audio: Uint8Array | null;
  /** Codecs of `video` as in RFC 6381, for example "avc1.4d401e,mp4a.40.2"; those of `audio` without a picture. */
  readonly codecs: string;
  /** Codec of `audio`. */
  readonly audioCodec: string | null;
  /** Pixels; null without a picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Pictures per second of this segment; null without a picture. */
  readonly frameRate: number | null;
};

/** An event of the segmenter for staff and log. Times are in seconds. */
export type Notice =
  /** No sound came within 3 s of the first picture; silence is broadcast. */
  | { readonly id: "no-audio" }
  /** Sound stopped for 3 s; silence is broadcast. */
  | { readonly id: "audio-stopped" }
  | { readonly id: "audio-returned" }
  /** No picture within 3 s; the sound goes on alone. */
  | { readonly id: "no-video" }
  /** No key frame within the longest segment; pictures up to the next one are dropped. */
  | { readonly id: "no-key-frame"; readonly seconds: number }
  /** The encoder's clock jumped, by a signed number of seconds. */
  | { readonly id: "time-jump"; readonly seconds: number }
  | { readonly id: "video-changed"; readonly width: number; readonly height: number }
  | { readonly id: "audio-changed"; readonly sampleRate: number; readonly channels: number }
  /** Parameters are damaged, or of a kind that players lack; what follows them is dropped. */
  | { readonly id: "invalid-config"; readonly track: "video" | "audio" }
  /** More was sent than fits in memory without a cut; all that waited was dropped. */
  | { readonly id: "overflow"; readonly packets: number }
  /** The program for sound of fewer bits was given up; the sound goes on as it is. */
  | { readonly id: "sound-encoder-failed"; readonly message: string }
  /** A segment could not be made of what was sent. */
  | { readonly id: "segment-failed"; readonly message: string };

export type SegmenterOptions = {
  /** Length to aim at; a segment ends at the first key frame after it. */
  targetSeconds: number;
  /**
   * Wall clock of the first packet; milliseconds since the epoch. As a function it is the clock, which is also read
   * after each interruption, so that gaps stay in the time line.
   */
  startedAt: number | (() => number);
  /** Receives segments in order, one at a time. A rejection is the caller's bug and comes out of `push` or `flush`. */
  onSegment: (segment: Segment) => void | Promise<void>;
  onNotice: (notice: Notice) => void;
  /** Encodes the sound alone of a segment again; null leaves it as it is. */
  encodeSound?: ((sound: Sound) => Promise<Sound | null>) | undefined;
  /** Continue a broadcast of which segments exist already, with numbers that it has not used. Zero by default. */
  firstNumber?: number;
  firstInitId?: number;
  /** Degrees clockwise by which players turn the picture. */
  rotation?: 0 | 90 | 180 | 270;
  /** Bounds of what waits for a cut; those of a broadcast by default. */
  limits?: {
    /** Longest segment: distance of key frames at which pictures are dropped. */
    readonly segmentSeconds: number;
    readonly waitingBytes: number;
    readonly waitingPackets: number;
  };
};

export type Segmenter = {
  /** Takes the next packet. Wait for the promise before the next call: it holds the encoder back during a cut. */
  push: (event: MediaEvent) => void | Promise<void>;
  /** Ends the segment in the making. The encoder is gone; a later packet starts after a discontinuity. */
  flush: () => Promise<void>;
};
