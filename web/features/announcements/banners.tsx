import { chosen } from "#shared/announcements/announcement.domain.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import { AnnouncementBanner } from "#web/ui/announcement-banner.tsx";

type BannersProps = { site: Pick<SiteState, "language" | "ministry">; nowMs: number };

/**
 * Every announcement for the server's markup, the one that is shown now in sight; a script chooses anew
 * by the device's clock and by what it has dismissed.
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
