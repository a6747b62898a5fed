import * as v from "valibot";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { keptCaptionsSchema } from "./kept-media.ts";

/** A file that visitors may keep on their device. */
const fileSchema = v.object({
  /** Path on the server. Its content changes only with its ETag. */
  url: v.string(),
  bytes: v.number(),
});

const offerSchema = v.object({
  sound: v.optional(fileSchema),
  /** The smallest rendition, as one file, with its captions. */
  picture: v.optional(
    v.object({ ...fileSchema.entries, captions: v.optional(v.array(keptCaptionsSchema)) }),
  ),
});

/** Files of a video that its licence allows to keep on a device. */
export type KeepOffer = v.InferOutput<typeof offerSchema>;

/**
 * Returns what visitors may keep of a single video; null where the licence does not allow it, as
 * for every video of the platform. Lists do not carry it.
 */
export function keepOfferOf({ keep }: Pick<Video, "keep">): KeepOffer | null {
  const parsed = v.safeParse(offerSchema, keep);
  if (!parsed.success) return null;
  return parsed.output.sound || parsed.output.picture ? parsed.output : null;
}
