import { POSTER_SIZE, POSTER_BUCKET, uploadedPoster } from "#shared/live/poster-name.domain.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

type Size = { width: number; height: number };

/** Returns the largest centered area with the aspect ratio of `target`, in pixels of the image. */
export function coverArea(image: Size, target: Size): Size & { x: number; y: number } {
  const scale = Math.min(image.width / target.width, image.height / target.height);
  const width = target.width * scale;
  const height = target.height * scale;
  return { x: (image.width - width) / 2, y: (image.height - height) / 2, width, height };
}

/** Formats of phone galleries. Not SVG, which may contain scripts. */
export const POSTER_TYPES: readonly string[] = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/avif",
];
const MAX_BYTES = 25 * 1024 * 1024;
/** A smaller image is blurred on cards. */
const MIN_WIDTH = 640;
const QUALITY = 0.85;

/** Reason why a file cannot be a channel's image. */
export type PosterProblem = "kind" | "size" | "unreadable" | "small";

export type PosterResult = { ok: true; jpeg: Blob } | { ok: false; problem: PosterProblem };

/**
 * Crops a photo to 16:9 and converts it to a JPEG of at most 1280 by 720 pixels. Applies the
 * orientation and drops all metadata.
 */
export async function createPoster(file: Blob): Promise<PosterResult> {
  if (!POSTER_TYPES.includes(file.type)) return { ok: false, problem: "kind" };
  if (file.size > MAX_BYTES) return { ok: false, problem: "size" };
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return { ok: false, problem: "unreadable" };
  const jpeg = await drawn(image);
  image.close();
  return jpeg;
}

async function drawn(image: ImageBitmap): Promise<PosterResult> {
  const area = coverArea(image, POSTER_SIZE);
  if (area.width < MIN_WIDTH) return { ok: false, problem: "small" };
  const width = Math.min(POSTER_SIZE.width, Math.round(area.width));
  const height = Math.round((width * POSTER_SIZE.height) / POSTER_SIZE.width);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext("2d");
  // JPEG has no transparency: transparent areas would be black.
  if (brush) {
    brush.fillStyle = "#fff";
    brush.fillRect(0, 0, width, height);
    brush.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  }
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", QUALITY),
  );
  return jpeg === null ? { ok: false, problem: "unreadable" } : { ok: true, jpeg };
}

const NAME_BYTES = 16;
/** A name is never used for another image. */
const CACHE_SECONDS = "31536000";

/**
 * Stores an image under a unique name. @returns value of the channel's `poster`; null when it was
 * rejected.
 */
export async function storePoster(open: OpenClient, jpeg: Blob): Promise<string | null> {
  const poster = uploadedPoster(randomHex());
  const { error } = await open()
    .storage.from(POSTER_BUCKET)
    .upload(poster, jpeg, { contentType: "image/jpeg", cacheControl: CACHE_SECONDS });
  return error === null ? poster : null;
}

function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NAME_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
