import { categoryNamed } from "#shared/videos/categories.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";

/** A video of which only its id and the category that it was opened in are remembered. */
type Remembered = { id: string; category?: string | undefined };

/** Path of its picture. */
export function pictureOf(id: string): string {
  return `/img/${isBundledVideoId(id) ? "clip" : "yt"}/${id}`;
}

/**
 * Where it opens: in its category; where that is no more, Home finds it.
 *
 * @param startAt second with which it begins; null for where this device left it.
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
