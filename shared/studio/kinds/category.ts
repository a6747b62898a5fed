import { z } from "zod";
import { localLine, localText } from "#shared/site/localized-text.schema.ts";
import { playlistId } from "#shared/site/ministry.ts";

/** What may be published of a category: each field is the product's, or the file's, where it is absent. */
export const categoryBody = z.strictObject({
  title: localLine(60).exactOptional(),
  description: localText(300).exactOptional(),
  /** A list of the platform, by its id; `library-…` of the clips that come with the product. */
  playlist: playlistId.exactOptional(),
  position: z.number().int().min(0).max(99).exactOptional(),
  isHidden: z.boolean().exactOptional(),
});

/** One that is added must say what the product cannot: its name and its list. */
export const newCategoryBody = categoryBody.required({ title: true, playlist: true });
