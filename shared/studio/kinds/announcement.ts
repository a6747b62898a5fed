import { z } from "zod";
import { announcementFields, refuseUnshown } from "#shared/announcements/announcement.schema.ts";

/** The body of an announcement. */
export const announcementBody = z
  .strictObject({
    ...announcementFields,
    /** Phones that asked for reminders of services are told of it, once. */
    push: z.boolean().optional(),
  })
  .superRefine(refuseUnshown);

export type AnnouncementBody = z.infer<typeof announcementBody>;
