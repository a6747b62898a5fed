import type { ImageFormat } from "#shared/videos/images.ts";

/** Formats as the encoder names them; `inline` is a small AVIF for `inline-images.ts`. */
export type EncoderFormat = "avif" | "inline" | "webp" | "jpeg";

/** Fast formats; AVIF costs many times their work. */
type InstantFormat = Exclude<EncoderFormat, "avif">;

export type WantedFormats = {
  /** The format in the URL. */
  readonly best: EncoderFormat;
  /** Fallback until the best one is encoded; clients that support AVIF support WebP. */
  readonly instant: InstantFormat;
};

const FORMATS = {
  avif: { best: "avif", instant: "webp" },
  webp: { best: "webp", instant: "webp" },
  jpg: { best: "jpeg", instant: "jpeg" },
} as const satisfies Record<ImageFormat, WantedFormats>;

/** Formats for the ending of a URL. URLs without an ending, from earlier releases and native apps, get JPEG. */
export function wantedFormats(ending: string): WantedFormats {
  return ending === "avif" || ending === "webp" ? FORMATS[ending] : FORMATS.jpg;
}

export const IMAGE_TYPES = {
  avif: "image/avif",
  inline: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
} as const satisfies Record<EncoderFormat, string>;

const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ["image/jpeg", /^\u00FF\u00D8\u00FF/],
  ["image/png", /^\u0089PNG/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["image/gif", /^GIF8/],
];

/** Detects the type by the first bytes: an original served as it is may have another type than its URL. */
export function typeOfBytes(bytes: Buffer): string | null {
  const head = bytes.toString("latin1", 0, 12);
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0] ?? null;
}
