import { type ImageWidth, pictureAddress } from "#shared/videos/images.ts";
import type { Clip } from "#shared/videos/library.ts";
import type { LibraryClip } from "./library.ts";

/**
 * URLs of the bundled media. They contain the clip's version, so that browsers and CDNs may cache them for a year
 * (R-24).
 */

/** The fields that a URL needs; lineups store only these. */
export type ClipReference = Pick<LibraryClip, "id" | "version">;

/** Every clip has the small rendition. */
export type RenditionSize = "small" | "large";

/** The whole clip as one file that `<video src>` plays and seeks. */
export function clipFileUrl(clip: ClipReference, size: RenditionSize = "small"): string {
  return `/media/clips/${clip.id}${size === "large" ? ".large" : ""}.mp4?v=${clip.version}`;
}

/** Initialisation part of the clip's segments. */
export function clipInitUrl(clip: ClipReference, size: RenditionSize = "small"): string {
  return `${clipFolder(clip, size)}/init.mp4?v=${clip.version}`;
}

/** @param segment index from 0. */
export function clipSegmentUrl(
  clip: ClipReference,
  segment: number,
  size: RenditionSize = "small",
): string {
  return `${clipFolder(clip, size)}/${segment}.m4s?v=${clip.version}`;
}

function clipFolder({ id }: ClipReference, size: RenditionSize): string {
  return `/media/clips/${id}${size === "large" ? "/large" : ""}`;
}

/** URL of one caption file of a clip. */
export function captionUrl(track: Clip["captions"][number]): string {
  return `/media/captions/${track.file.slice(track.file.lastIndexOf("/") + 1)}`;
}

/** Image of a clip for a player, which cannot offer its browser a choice of formats. */
export function clipPosterUrl(clip: Pick<Clip, "id">, width: ImageWidth): string {
  return pictureAddress(`/img/clip/${clip.id}`, width, "webp");
}

/** URL to which a player reports that the clip started. */
export function clipViewsUrl(clip: Pick<Clip, "id">): string {
  return `/media/clips/${clip.id}/views`;
}
