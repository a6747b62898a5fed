import { textIn } from "#shared/site/localized-text.domain.ts";
import type { Language } from "#shared/languages.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import type { AnnouncementBody } from "#shared/studio/kinds/announcement.ts";
import { AnnouncementBanner } from "#web/ui/announcement-banner.tsx";

type AnnouncementPreviewProps = { body: AnnouncementBody; language: Language };

/** Announcement as pages in one language show it. */
export function AnnouncementPreview({ body, language }: AnnouncementPreviewProps) {
  const { text = {}, severity = "info" } = body;
  const localized = textIn(text, language);
  if (localized === null) return null;
  return (
    <div>
      <p className="mb-1 text-sm font-semibold text-ink-soft">{LANGUAGE_FACTS[language].name}</p>
      <div inert lang={language} className="overflow-hidden rounded-xl">
        <AnnouncementBanner
          announcement={{ ...localized, key: "", severity, link: body.link }}
          language={language}
        />
      </div>
    </div>
  );
}
