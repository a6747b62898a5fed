import { z } from "zod";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { isVideoId } from "./video-id.ts";
import { lineText, localLine, localText } from "#shared/site/localized-text.schema.ts";

/** What the named video is to the one that names it. */
export const LINK_RELATIONS = ["confirmation", "testimony"] as const;

/** A video that belongs to another; the studio's note of who agreed is left out. */
export const videoLink = z.object({
  id: z.string().refine(isVideoId, "video"),
  relation: z.enum(LINK_RELATIONS),
  /** What it is called where it was chosen. */
  title: z.string().min(1).max(200),
});

/** The videos that belong to one, at most twelve. */
export function videoLinks<Link extends z.ZodType>(link: Link): z.ZodArray<Link> {
  return z.array(link).max(12);
}

/** What the ministry says of one video; what is absent is its source's. */
export const videoFacts = z.strictObject({
  title: localLine(200).exactOptional(),
  description: localText(5_000).exactOptional(),
  speaker: z.string().trim().pipe(lineText(80)).exactOptional(),
  series: localLine(80).exactOptional(),
  /** Day on which it was spoken. */
  date: z.iso.date().exactOptional(),
  passage: z
    .string()
    .max(60)
    .refine((text) => readTypedReference(text) !== null, "passage")
    .exactOptional(),
  links: videoLinks(videoLink).exactOptional(),
  isHidden: z.boolean().exactOptional(),
  /** What its source called it when it was hidden or linked: no list tells helpers of what is hidden. */
  sourceTitle: z.string().max(200).exactOptional(),
});
