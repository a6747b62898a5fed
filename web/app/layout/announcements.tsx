import * as v from "valibot";
import { listOf, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { chosen } from "#shared/announcements/announcement.domain.ts";
import { ANNOUNCEMENTS_ID } from "#shared/announcements/choose-script.ts";
import { useSite } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { useNow } from "#web/lib/use-now.ts";
import { AnnouncementBanner } from "#web/ui/announcement-banner.tsx";
import type { SiteState } from "#shared/contracts/site.ts";

/** Announcements dismissed on this device, by id and version. */
const DISMISSED = storedEntry("dismissedAnnouncements", listOf(v.string()), []);

const MOST_KEPT = 40;

/** Adds a key and drops the oldest: its announcement is long over. */
function withDismissed(keys: readonly string[], key: string): string[] {
  return [...keys.filter((stored) => stored !== key), key].slice(-MOST_KEPT);
}

/**
 * Replaces the server's banner: handles dismissals, and shows what was published since the page
 * loaded. @param props.onShown called with true while an announcement is shown
 */
export function Announcements({ onShown }: { onShown?: (isShown: boolean) => void }) {
  const { language, ministry } = useSite();
  const [dismissed, keep] = useStored(DISMISSED);
  const now = useNow();
  const [own] = useState(() => document.createElement("div"));

  useLayoutEffect(() => {
    placeOnPage().replaceChildren(own);
    return () => own.remove();
  }, [own]);

  const shown = now === null ? null : chosen(ministry.announcements ?? [], now, dismissed);
  const isShown = shown !== null;
  useEffect(() => onShown?.(isShown), [onShown, isShown]);
  if (!isShown) return null;
  return createPortal(
    <AnnouncementBanner
      announcement={shown}
      language={language}
      onDismiss={() => keep(withDismissed(dismissed, shown.key))}
    />,
    own,
  );
}

/** The server's container; created on a page that came without announcements. */
function placeOnPage(): HTMLElement {
  const found = document.getElementById(ANNOUNCEMENTS_ID);
  if (found) return found;
  const made = document.createElement("div");
  made.id = ANNOUNCEMENTS_ID;
  document.body.prepend(made);
  return made;
}

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
