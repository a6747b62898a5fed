import * as v from "valibot";

/** What a linked video is to those who look for it. */
const VIDEO_RELATIONS = ["prophecy", "confirmation", "testimony"] as const;

/** What a ministry says of a video that no source tells, in the reader's language. */
export const videoSaidSchema = v.object({
  speaker: v.optional(v.string()),
  series: v.optional(v.string()),
  /** Day, "2024-05-03". */
  date: v.optional(v.string()),
  /** Passage of Scripture, "John 3:16". */
  passage: v.optional(v.string()),
  /** Videos that belong to it, from either end. */
  links: v.optional(
    v.array(v.object({ id: v.string(), title: v.string(), relation: v.picklist(VIDEO_RELATIONS) })),
  ),
});

export type VideoSaid = v.InferOutput<typeof videoSaidSchema>;
