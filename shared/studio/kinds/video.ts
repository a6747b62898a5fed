import { z } from "zod";
import { localText } from "#shared/site/ministry.ts";

/** What the ministry says of one video; what is absent is its source's. */
export const videoBody = z.strictObject({
  title: localText(200).exactOptional(),
  description: localText(5_000).exactOptional(),
  isHidden: z.boolean().exactOptional(),
  /** What its source called it when it was hidden, for helpers: no list tells them any more. */
  sourceTitle: z.string().max(200).exactOptional(),
});
