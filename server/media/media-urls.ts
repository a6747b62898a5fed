import { type ImageWidth, pictureAddress } from "#shared/videos/images.ts";
import type { Clip } from "#shared/videos/library.ts";
import type { LibraryClip } from "./library.ts";

/**
 * Addresses of the bundled media. They carry the clip's version tag: an address never shows other
 * bytes later, so that browsers and CDNs may keep it for a year.
 */

/** What an address needs to know of a clip; line-ups keep only this much. */
export type ClipReference = Pick<LibraryClip, "id" | "version">;

/** Which of a clip's films: every clip has the small one. */
export type FilmSize = "small" | "large";

/** The whole clip as one file that `<video src>` plays and seeks. */
export function clipFileAddress(clip: ClipReference, size: FilmSize = "small"): string {
  return `/media/clips/${clip.id}${size === "large" ? ".large" : ""}.mp4?v=${clip.version}`;
}

/** Initialisation part of the clip's segments. */
export function clipInitAddress(clip: ClipReference, size: FilmSize = "small"): string {
  return `${clipFolder(clip, size)}/init.mp4?v=${clip.version}`;
}

/** @param segment index from 0. */
export function clipSegmentAddress(
  clip: ClipReference,
  segment: number,
  size: FilmSize = "small",
): string {
  return `${clipFolder(clip, size)}/${segment}.m4s?v=${clip.version}`;
}

function clipFolder({ id }: ClipReference, size: FilmSize): string {
  return `/media/clips/${id}${size === "large" ? "/large" : ""}`;
}

/** Address of one caption file of a clip. */
export function captionAddress(track: Clip["captions"][number]): string {
  return `/media/captions/${track.file.slice(track.file.lastIndexOf("/") + 1)}`;
}

/** Picture of a clip for a player, which cannot offer its browser a choice of formats. */
export function clipPosterAddress(clip: Pick<Clip, "id">, width: ImageWidth): string {
  return pictureAddress(`/img/clip/${clip.id}`, width, "webp");
}

/** Where a player tells that the clip has begun to play. */
export function clipViewsAddress(clip: Pick<Clip, "id">): string {
  return `/media/clips/${clip.id}/views`;
}
