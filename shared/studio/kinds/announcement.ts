import { z } from "zod";
import { announcementFields, refuseUnshown } from "#shared/announcements/announcement.schema.ts";

/** Body of an announcement. */
export const announcementBody = z
  .strictObject({
    ...announcementFields,
    /** Also sent once by push to devices with service reminders. */
    push: z.boolean().optional(),
  })
  .superRefine(refuseUnshown);

export type AnnouncementBody = z.infer<typeof announcementBody>;
