import { clsx } from "clsx";
import { X } from "lucide-react";
import type { Severity } from "#shared/announcements/announcement.domain.ts";
import type { SiteAnnouncement } from "#shared/contracts/site.ts";
import { type Language, localisedPath } from "#shared/languages.ts";
import { announcementBannerMessages } from "#shared/messages/announcement-banner.ts";

const STYLES: Readonly<Record<Severity, string>> = {
  info: "bg-raised text-ink",
  important: "bg-gold text-on-gold",
  urgent: "bg-danger-soft text-danger",
};

type BannerProps = {
  announcement: SiteAnnouncement;
  /** Language of the page. */
  language: Language;
  isHidden?: boolean;
  /** Absent in the server's markup and in previews. */
  onDismiss?: () => void;
};

/** An announcement above every page. */
export function AnnouncementBanner({
  announcement,
  language,
  isHidden = false,
  onDismiss,
}: BannerProps) {
  const { key, severity, text, lang, link, from, until } = announcement;
  const texts = announcementBannerMessages[language];
  return (
    <aside
      aria-label={texts.label}
      hidden={isHidden}
      data-key={key}
      data-from={from === undefined ? 0 : Date.parse(from)}
      data-until={until === undefined ? Infinity : Date.parse(until)}
      className={clsx("border-b border-line", STYLES[severity])}
    >
      <div className="page flex items-center gap-3 py-2 text-sm font-medium">
        <p className="min-w-0 grow wrap-anywhere">
          <span lang={lang === language ? undefined : lang}>{text}</span>
          {link !== undefined && (
            <>
              {" "}
              <a
                href={link.startsWith("/") ? localisedPath(link, language) : link}
                rel="noopener"
                className="inline-flex py-3 font-semibold underline"
              >
                {texts.more}
              </a>
            </>
          )}
        </p>
        <button
          type="button"
          aria-label={texts.dismiss}
          onClick={onDismiss}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </aside>
  );
}
