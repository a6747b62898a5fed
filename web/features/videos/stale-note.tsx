import { useSite, useTexts } from "#web/lib/site.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { useNow } from "#web/lib/use-now.ts";
import { agoText } from "#shared/videos/video-date.domain.ts";

/** Says how old a list is whose source cannot be read now ("Updated 3 hours ago"). */
export function StaleNote({ fetchedAt }: { fetchedAt: string }) {
  const { language } = useSite();
  const { list } = useTexts(categoryMessages);
  const now = useNow();
  if (now === null) return null;
  return (
    <p role="status" className="text-sm text-ink-soft">
      {list.updatedAgo(agoText(Date.parse(fetchedAt), now, language))}
    </p>
  );
}
