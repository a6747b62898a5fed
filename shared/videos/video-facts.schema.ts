import { z } from "zod";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { isVideoId } from "./video-id.ts";
import { lineText, localLine, localText } from "#shared/site/localized-text.schema.ts";

/** Relation of the linked video to the linking one. */
export const LINK_RELATIONS = ["confirmation", "testimony"] as const;

/** A linked video; the studio's consent note is omitted. */
export const videoLink = z.object({
  id: z.string().refine(isVideoId, "video"),
  relation: z.enum(LINK_RELATIONS),
  /** Title at the time of selection. */
  title: z.string().min(1).max(200),
});

/** At most twelve linked videos. */
export function videoLinks<Link extends z.ZodType>(link: Link): z.ZodArray<Link> {
  return z.array(link).max(12);
}

/** Overrides of a video's details; absent fields come from its source. */
export const videoFacts = z.strictObject({
  title: localLine(200).exactOptional(),
  description: localText(5_000).exactOptional(),
  speaker: z.string().trim().pipe(lineText(80)).exactOptional(),
  series: localLine(80).exactOptional(),
  /** Day of the recording. */
  date: z.iso.date().exactOptional(),
  passage: z
    .string()
    .max(60)
    .refine((text) => readTypedReference(text) !== null, "passage")
    .exactOptional(),
  links: videoLinks(videoLink).exactOptional(),
  isHidden: z.boolean().exactOptional(),
  /**
   * Title of its source when it was hidden or linked: no list shows staff the title of a hidden
   * video.
   */
  sourceTitle: z.string().max(200).exactOptional(),
});
