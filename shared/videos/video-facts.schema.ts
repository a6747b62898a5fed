import * as v from "valibot";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { isDay } from "#shared/formats.ts";
import { isVideoId } from "./video-id.ts";
import { lineText, localLine, localText } from "#shared/site/localized-text.schema.ts";

/** Relation of the linked video to the linking one. */
export const LINK_RELATIONS = ["confirmation", "testimony"] as const;

/** A linked video; the studio's consent note is omitted. */
export const videoLink = v.object({
  id: v.pipe(v.string(), v.check(isVideoId, "video")),
  relation: v.picklist(LINK_RELATIONS),
  /** Title at the time of selection. */
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** Highest number of linked videos. */
export const LINKS_LIMIT = 12;

/** Overrides of a video's details; absent fields come from its source. */
export const videoFacts = v.strictObject({
  title: v.exactOptional(localLine(200)),
  description: v.exactOptional(localText(5_000)),
  speaker: v.exactOptional(v.pipe(v.string(), v.trim(), lineText(80))),
  series: v.exactOptional(localLine(80)),
  /** Day of the recording. */
  date: v.exactOptional(v.pipe(v.string(), v.check(isDay, 'must be a day such as "2026-11-26"'))),
  passage: v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(60),
      v.check((text) => readTypedReference(text) !== null, "passage"),
    ),
  ),
  links: v.exactOptional(v.pipe(v.array(videoLink), v.maxLength(LINKS_LIMIT))),
  isHidden: v.exactOptional(v.boolean()),
  /**
   * Title of its source when it was hidden or linked: no list shows staff the title of a hidden
   * video.
   */
  sourceTitle: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
});
