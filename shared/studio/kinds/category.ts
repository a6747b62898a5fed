import { z } from "zod";
import { localLine, localText } from "#shared/site/localized-text.schema.ts";
import { playlistId } from "#shared/site/ministry.ts";
import { ownListFacts } from "#shared/videos/custom-playlist.ts";

/** Body of a category; absent fields come from the product or the file. */
export const categoryBody = z.strictObject({
  title: localLine(60).exactOptional(),
  description: localText(300).exactOptional(),
  /** Id of a playlist of the platform, or `library-…` for bundled clips. */
  playlist: playlistId.exactOptional(),
  position: z.number().int().min(0).max(99).exactOptional(),
  isHidden: z.boolean().exactOptional(),
});

/** An added category needs its own name and playlist. */
export const newCategoryBody = categoryBody.required({ title: true, playlist: true });

/** Body of a custom playlist, by the id of its category. */
export const listBody = ownListFacts.partial();
