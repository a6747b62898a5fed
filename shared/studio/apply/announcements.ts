import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { announcementBody } from "#shared/studio/kinds/announcement.ts";
import { type ApplyResult, parseBodies } from "./applied.ts";

/** Puts the studio's announcements beside those of the file. */
export function applyAnnouncements(
  ministry: Ministry,
  documents: readonly StudioDocument[],
): ApplyResult {
  const { read, faults } = parseBodies(announcementBody, documents);
  if (read.length === 0) return { ministry, faults };
  const added = read.map(({ id, version, updatedAt, body }): Announcement => {
    const { text = {}, severity = "info", push = false, ...rest } = body;
    return {
      key: `${id}.${version}`,
      text,
      severity,
      ...rest,
      ...(push && updatedAt !== null && { push: { id, publishedAt: updatedAt } }),
    };
  });
  const announcements = [...(ministry.announcements ?? []), ...added];
  return { ministry: { ...ministry, announcements }, faults };
}
