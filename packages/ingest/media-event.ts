/** Codecs that arrive but that not every follower's device plays in HLS: reported to staff, never passed on. */
export type UnsupportedCodec = "hevc" | "av1" | "vp8" | "vp9" | "opus" | "mp3" | "unknown";

/** What an encoder sends, in the order of arrival, whatever protocol it came by. */
export type MediaEvent =
  /** Start of a video stream, and each change of its parameters. `description`: the body of an avcC box. */
  | { kind: "video-config"; codec: "avc"; description: Uint8Array }
  /** Start of an audio stream, and each change of its parameters. `description`: an AudioSpecificConfig. */
  | { kind: "audio-config"; codec: "aac"; description: Uint8Array }
  /** One picture in decode order. Times in milliseconds of the encoder's own clock, which never wrap. */
  | {
      kind: "video";
      data: Uint8Array;
      decodeMs: number;
      presentationMs: number;
      isKeyFrame: boolean;
    }
  /** One AAC frame without ADTS header. */
  | { kind: "audio"; data: Uint8Array; presentationMs: number }
  | { kind: "unsupported"; track: "video" | "audio"; codec: UnsupportedCodec }
  /** What the encoder says about itself (`onMetaData`), for staff alone. */
  | { kind: "encoder"; name: string | null };
