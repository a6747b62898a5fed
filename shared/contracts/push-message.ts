import * as v from "valibot";

/** Encrypted push message; the service worker shows it. */
export const pushMessageSchema = v.object({
  title: v.string(),
  body: v.string(),
  /** Path of this site that a tap opens. */
  url: v.string(),
  /** A later message with the same tag replaces an earlier one. */
  tag: v.string(),
  language: v.string(),
});

export type PushMessage = v.InferOutput<typeof pushMessageSchema>;
