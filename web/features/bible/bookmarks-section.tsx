import { X } from "lucide-react";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { placeName, readBookmark } from "./bible-address.domain.ts";
import { STORED_BOOKMARKS } from "./bible-storage-keys.ts";
import type { useBiblePlace } from "./use-bible-place.ts";

type BookmarksSectionProps = { open: ReturnType<typeof useBiblePlace>["open"] };

/** All bookmarks of this device in the order of the Bible; one tap opens the verse. */
export function BookmarksSection({ open }: BookmarksSectionProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const [bookmarks, setBookmarks] = useStored(STORED_BOOKMARKS);
  const readable = bookmarks
    .flatMap((bookmark) => {
      const place = readBookmark(bookmark);
      return place ? [{ bookmark, place }] : [];
    })
    .toSorted(
      ({ place: a }, { place: b }) =>
        a.book.order - b.book.order || a.chapter - b.chapter || a.verse - b.verse,
    );
  return (
    <section aria-labelledby="bookmarks-title" className="rounded-card bg-surface p-5 shadow-card">
      <h2 id="bookmarks-title" className="text-lg font-semibold">
        {texts.bookmarks}
      </h2>
      {readable.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">{texts.noBookmarks}</p>
      ) : (
        <ul className="mt-2 grid gap-1">
          {readable.map(({ bookmark, place: { verse, ...place } }) => (
            <li key={bookmark} className="flex items-center gap-2">
              <button
                type="button"
                onClick={() => open({ place, verse })}
                className="min-h-10 min-w-0 grow truncate text-left font-semibold text-brand hover:underline"
              >
                {placeName(place, language)}:{verse}
              </button>
              <IconButton
                label={texts.removeBookmark(`${placeName(place, language)}:${verse}`)}
                onClick={() => setBookmarks(bookmarks.filter((other) => other !== bookmark))}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
