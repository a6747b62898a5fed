import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { chosen } from "#shared/announcements/announcement.domain.ts";
import { ANNOUNCEMENTS_ID } from "#shared/announcements/choose-script.ts";
import { useSite } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { useNow } from "#web/lib/use-now.ts";
import { DISMISSED, withDismissed } from "./announcement-storage.ts";
import { AnnouncementBanner } from "#web/ui/announcement-banner.tsx";

/** Takes over the place above the page: dismisses, and shows what was published since the page came. */
export function Announcements() {
  const { language, ministry } = useSite();
  const [dismissed, keep] = useStored(DISMISSED);
  const now = useNow();
  const [own] = useState(() => document.createElement("div"));

  useLayoutEffect(() => {
    placeOnPage().replaceChildren(own);
    return () => own.remove();
  }, [own]);

  const shown = now === null ? null : chosen(ministry.announcements ?? [], now, dismissed);
  if (shown === null) return null;
  return createPortal(
    <AnnouncementBanner
      announcement={shown}
      language={language}
      onDismiss={() => keep(withDismissed(dismissed, shown.key))}
    />,
    own,
  );
}

/** The server's; a page that came without announcements has none yet. */
function placeOnPage(): HTMLElement {
  const found = document.getElementById(ANNOUNCEMENTS_ID);
  if (found) return found;
  const made = document.createElement("div");
  made.id = ANNOUNCEMENTS_ID;
  document.body.prepend(made);
  return made;
}
