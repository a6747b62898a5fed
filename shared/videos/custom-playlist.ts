import * as v from "valibot";
import { isVideoId } from "./video-id.ts";

/** A custom playlist has the id `own-list-{category}`. */
const OWN_LIST_PREFIX = "own-list-";

/** Returns the playlist id of a category's custom playlist. */
export function ownListOf(categoryId: string): string {
  return `${OWN_LIST_PREFIX}${categoryId}`;
}

/** Returns whether a playlist is a custom one. */
export function isOwnList(playlistId: string): boolean {
  return playlistId.startsWith(OWN_LIST_PREFIX);
}

/** Videos of a custom playlist in order, with their titles at the time of selection. */
export const ownListFacts = v.strictObject({
  videos: v.pipe(
    v.array(
      v.strictObject({
        id: v.pipe(v.string(), v.check(isVideoId, "video")),
        title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      }),
    ),
    v.maxLength(300),
  ),
});

export type ListedVideo = v.InferOutput<typeof ownListFacts>["videos"][number];
