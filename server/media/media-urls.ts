import { PLAYER_POSTER_WIDTH } from "#shared/live/poster.domain.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import type { Clip } from "./library.schema.ts";
import type { LibraryClip } from "./library.ts";

/**
 * URLs of the bundled media. They contain the clip's version, so that browsers and CDNs may cache them for a year
 * (R-24).
 */

/** The fields that a URL needs; lineups store only these. */
export type ClipReference = Pick<LibraryClip, "id" | "version">;

/** Every clip has the small rendition. */
export type RenditionSize = "tiny" | "small" | "large";

/** A clip in one of its sizes, or its sound alone. */
export type ClipRendition = RenditionSize | "sound";

const FILE_ENDS: Readonly<Record<ClipRendition, string>> = {
  tiny: ".tiny.mp4",
  small: ".mp4",
  large: ".large.mp4",
  sound: ".m4a",
};

/** The whole clip as one file that `<video src>` or `<audio src>` plays and seeks. */
export function clipFileUrl(clip: ClipReference, rendition: ClipRendition = "small"): string {
  return `/media/clips/${clip.id}${FILE_ENDS[rendition]}?v=${clip.version}`;
}

/** HLS playlist of the clip's sound. */
export function clipSoundPlaylistUrl(clip: ClipReference): string {
  return `/media/clips/${clip.id}/audio.m3u8?v=${clip.version}`;
}

/** Initialisation part of the clip's segments. */
export function clipInitUrl(clip: ClipReference, rendition: ClipRendition = "small"): string {
  return `${clipFolder(clip, rendition)}/init.mp4?v=${clip.version}`;
}

/** @param segment index from 0. */
export function clipSegmentUrl(
  clip: ClipReference,
  segment: number,
  rendition: ClipRendition = "small",
): string {
  return `${clipFolder(clip, rendition)}/${segment}.m4s?v=${clip.version}`;
}

function clipFolder({ id }: ClipReference, rendition: ClipRendition): string {
  return `/media/clips/${id}${rendition === "small" ? "" : `/${rendition}`}`;
}

/** URL of one caption file of a clip. */
export function captionUrl(track: Clip["captions"][number]): string {
  return `/media/captions/${track.file.slice(track.file.lastIndexOf("/") + 1)}`;
}

/** Image of a clip for a player, which cannot offer its browser a choice of formats. */
export function clipPosterUrl(clip: Pick<Clip, "id">): string {
  return pictureAddress(`/img/clip/${clip.id}`, PLAYER_POSTER_WIDTH, "webp");
}

/** URL to which a player reports that the clip started. */
export function clipViewsUrl(clip: Pick<Clip, "id">): string {
  return `/media/clips/${clip.id}/views`;
}
