import type { ImageFormat } from "#shared/videos/images.ts";

/** Formats that pictures are made in, as the encoder names them. */
export type PictureFormat = "avif" | "webp" | "jpeg";

/** Formats that are quick to make; AVIF costs many times their work. */
export type InstantFormat = Exclude<PictureFormat, "avif">;

export type WantedFormats = {
  /** What the address names. */
  readonly best: PictureFormat;
  /** What stands in while the best one is not made yet; whoever takes AVIF takes WebP. */
  readonly instant: InstantFormat;
};

const WANTED = {
  avif: { best: "avif", instant: "webp" },
  webp: { best: "webp", instant: "webp" },
  jpg: { best: "jpeg", instant: "jpeg" },
} as const satisfies Record<ImageFormat, WantedFormats>;

/**
 * The formats for the ending of an address. Without an ending, as pages of earlier releases and packages
 * of the phone app have it, the one that every program knows.
 */
export function wantedFormats(ending: string): WantedFormats {
  return ending === "avif" || ending === "webp" ? WANTED[ending] : WANTED.jpg;
}

export const PICTURE_TYPES = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
} as const satisfies Record<PictureFormat, string>;

const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ["image/jpeg", /^\u00FF\u00D8\u00FF/],
  ["image/png", /^\u0089PNG/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["image/gif", /^GIF8/],
];

/** The type that the first bytes show: an original that serves as it is may be of another than its address says. */
export function typeOfBytes(bytes: Buffer): string | null {
  const head = bytes.toString("latin1", 0, 12);
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0] ?? null;
}
