import { useSite, useTexts } from "#web/lib/site.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { useNow } from "#web/lib/use-now.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "#shared/durations.ts";

/** Says how old a list is whose source cannot be read now ("Updated 3 hours ago"). */
export function StaleNote({ fetchedAt }: { fetchedAt: string }) {
  const { language } = useSite();
  const { list } = useTexts(categoryMessages);
  const now = useNow();
  if (now === null) return null;
  return (
    <p role="status" className="text-sm text-ink-soft">
      {list.updatedAgo(relativeTime(now - Date.parse(fetchedAt), language))}
    </p>
  );
}

function relativeTime(ageMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(LANGUAGE_FACTS[language].locale, { numeric: "auto" });
  if (ageMs >= DAY_MS) return format.format(-Math.floor(ageMs / DAY_MS), "day");
  if (ageMs >= HOUR_MS) return format.format(-Math.floor(ageMs / HOUR_MS), "hour");
  return format.format(-Math.floor(ageMs / MINUTE_MS), "minute");
}
