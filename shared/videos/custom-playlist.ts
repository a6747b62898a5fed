import { z } from "zod";
import { isVideoId } from "./video-id.ts";

/** The playlist id of the list that a ministry puts together itself for a category, `own-list-{category}`. */
const OWN_LIST_PREFIX = "own-list-";

/** The list of a category's own. */
export function ownListOf(categoryId: string): string {
  return `${OWN_LIST_PREFIX}${categoryId}`;
}

/** True for a list that the ministry put together. */
export function isOwnList(playlistId: string): boolean {
  return playlistId.startsWith(OWN_LIST_PREFIX);
}

/** Videos of an own list in their order, with what they were called where they were chosen. */
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
