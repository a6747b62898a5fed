/** Which picture format a client gets, from its Accept header. */

export type PictureFormat = "avif" | "webp" | "jpeg";

/** Formats that are quick to make; AVIF costs many times their work. */
export type InstantFormat = Exclude<PictureFormat, "avif">;

export type AcceptedFormats = {
  /** The smallest one that the client takes. */
  readonly best: PictureFormat;
  /** What it gets while the best one is not made yet. */
  readonly instant: InstantFormat;
};

const NOTHING_ACCEPTED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/;

/**
 * AVIF before WebP before JPEG. Only a format that the header names counts: wildcards come from
 * programs that were written before the newer formats.
 */
export function acceptedFormats(accept: string | undefined): AcceptedFormats {
  const named = new Set(
    (accept ?? "")
      .toLowerCase()
      .split(",")
      .filter((part) => !NOTHING_ACCEPTED.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  );
  const instant = named.has("image/webp") ? "webp" : "jpeg";
  return { best: named.has("image/avif") ? "avif" : instant, instant };
}

export const PICTURE_TYPES = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
} as const satisfies Record<PictureFormat, string>;
