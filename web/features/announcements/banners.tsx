import { chosen } from "#shared/announcements/announcement.domain.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import { AnnouncementBanner } from "#web/ui/announcement-banner.tsx";

type BannersProps = { site: Pick<SiteState, "language" | "ministry">; nowMs: number };

/**
 * All announcements in the server's markup, the current one visible. The client then selects by the
 * device's clock and its dismissals.
 */
export function Banners({ site: { language, ministry }, nowMs }: BannersProps) {
  const announcements = ministry.announcements ?? [];
  const shown = chosen(announcements, nowMs, []);
  return announcements.map((announcement) => (
    <AnnouncementBanner
      key={announcement.key}
      announcement={announcement}
      language={language}
      isHidden={announcement !== shown}
    />
  ));
}
