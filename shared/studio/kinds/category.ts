import * as v from "valibot";
import { localLine, localText } from "#shared/site/localized-text.schema.ts";
import { playlistId } from "#shared/site/ministry.ts";
import { ownListFacts } from "#shared/videos/custom-playlist.ts";

/** Body of a category; absent fields come from the product or the file. */
export const categoryBody = v.strictObject({
  title: v.exactOptional(localLine(60)),
  description: v.exactOptional(localText(300)),
  /** Id of a playlist of the platform, or `library-…` for bundled clips. */
  playlist: v.exactOptional(playlistId),
  position: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99))),
  isHidden: v.exactOptional(v.boolean()),
});

/** An added category needs its own name and playlist. */
export const newCategoryBody = v.strictObject({
  ...categoryBody.entries,
  title: localLine(60),
  playlist: playlistId,
});

/** Body of a custom playlist, by the id of its category. */
export const listBody = v.strictObject({
  videos: v.optional(ownListFacts.entries.videos),
});
