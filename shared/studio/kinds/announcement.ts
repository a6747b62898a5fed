import * as v from "valibot";
import {
  announcementFields,
  endsBeforeStart,
  isWritten,
} from "#shared/announcements/announcement.schema.ts";

/** Body of an announcement. */
export const announcementBody = v.pipe(
  v.strictObject({
    ...announcementFields,
    /** Also sent once by push to devices with service reminders. */
    push: v.optional(v.boolean()),
  }),
  v.forward(
    v.check((body) => isWritten(body), "announcementText"),
    ["text"],
  ),
  v.forward(
    v.check((body) => !endsBeforeStart(body), "announcementOrder"),
    ["until"],
  ),
);

export type AnnouncementBody = v.InferOutput<typeof announcementBody>;
