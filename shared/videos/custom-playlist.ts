import { z } from "zod";
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
export const ownListFacts = z.strictObject({
  videos: z
    .array(
      z.strictObject({
        id: z.string().refine(isVideoId, "video"),
        title: z.string().min(1).max(200),
      }),
    )
    .max(300),
});

export type ListedVideo = z.infer<typeof ownListFacts>["videos"][number];
