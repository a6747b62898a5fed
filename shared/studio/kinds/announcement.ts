import { z } from "zod";
import { announcementFields, refuseUnshown } from "#shared/announcements/announcement.schema.ts";

/** The body of an announcement. */
export const announcementBody = z.strictObject(announcementFields).superRefine(refuseUnshown);

export type AnnouncementBody = z.infer<typeof announcementBody>;
