import * as v from "valibot";

/** What travels to a device, encrypted; the service worker shows it. */
export const pushMessageSchema = v.object({
  title: v.string(),
  body: v.string(),
  /** Path of this site that a tap opens. */
  url: v.string(),
  /** A later message with the same tag takes the place of an earlier one. */
  tag: v.string(),
  language: v.string(),
});

export type PushMessage = v.InferOutput<typeof pushMessageSchema>;
