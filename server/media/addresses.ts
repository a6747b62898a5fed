import { type ImageWidth, pictureAddress } from "#shared/videos/images.ts";
import type { Clip } from "#shared/videos/library.ts";
import type { LibraryClip } from "./library.ts";

/**
 * Addresses of the bundled media. They carry the clip's version tag: an address never shows other
 * bytes later, so that browsers and CDNs may keep it for a year.
 */

/** What an address needs to know of a clip; line-ups keep only this much. */
export type ClipReference = Pick<LibraryClip, "id" | "version">;

/** The whole clip as one file that `<video src>` plays and seeks. */
export function clipFileAddress(clip: ClipReference): string {
  return `/media/clips/${clip.id}.mp4?v=${clip.version}`;
}

/** Initialisation part of the clip's segments. */
export function clipInitAddress(clip: ClipReference): string {
  return `/media/clips/${clip.id}/init.mp4?v=${clip.version}`;
}

/** @param segment index from 0. */
export function clipSegmentAddress(clip: ClipReference, segment: number): string {
  return `/media/clips/${clip.id}/${segment}.m4s?v=${clip.version}`;
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
