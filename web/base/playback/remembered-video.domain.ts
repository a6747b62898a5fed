import { categoryNamed } from "#shared/videos/categories.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";

/** A video known by its id and the category it was opened in. */
type Remembered = { id: string; category?: string | undefined };

/** Path of its thumbnail. */
export function pictureOf(id: string): string {
  return `/img/${isBundledVideoId(id) ? "clip" : "yt"}/${id}`;
}

/**
 * URL that opens the video in its category; Home finds it when the category is gone. @param startAt
 * start in seconds; null for this device's position.
 */
export function addressOf(
  { id, category = "" }: Remembered,
  ministry: Parameters<typeof categoryNamed>[0],
  startAt: number | null,
): string {
  const path = categoryNamed(ministry, category)?.path ?? "/";
  const start = startAt === null ? "" : `&t=${Math.floor(startAt)}`;
  return `${path}?v=${encodeURIComponent(id)}${start}`;
}
