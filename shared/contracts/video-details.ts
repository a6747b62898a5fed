import * as v from "valibot";

/** Relation of a linked video. */
const VIDEO_RELATIONS = ["prophecy", "confirmation", "testimony"] as const;

/** Details of a video by the ministry, in the reader's language. */
export const videoSaidSchema = v.object({
  speaker: v.optional(v.string()),
  series: v.optional(v.string()),
  /** Day, "2024-05-03". */
  date: v.optional(v.string()),
  /** Passage of Scripture, "John 3:16". */
  passage: v.optional(v.string()),
  /** Linked videos, in both directions. */
  links: v.optional(
    v.array(v.object({ id: v.string(), title: v.string(), relation: v.picklist(VIDEO_RELATIONS) })),
  ),
});

export type VideoSaid = v.InferOutput<typeof videoSaidSchema>;
