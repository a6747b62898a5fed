import { X } from "lucide-react";
import { useEffect } from "react";
import { type BiblePlace, placeName } from "#shared/bible/bible-books.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { fromPivot } from "#shared/bible/numbering/numbering.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useItems } from "#web/base/sync/use-items.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { Link } from "#web/ui/link.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { bookmarkOf, readBookmark } from "./bible-address.domain.ts";
import { STORED_BOOKMARKS } from "./bible-storage-keys.ts";
import { placedMarks } from "./marks/marks.domain.ts";
import { syncBookmarkList } from "./marks/sync-bookmark-list.ts";
import type { useBibleLocation } from "./use-bible-location.ts";

type BookmarksSectionProps = {
  /** Bookmarks are named in this version's numbering. */
  version: Pick<BibleVersionFacts, "numbering">;
  open: ReturnType<typeof useBibleLocation>["open"];
};

/**
 * All bookmarks in the order of the Bible; one tap opens the verse. They belong to the account
 * after a sign-in.
 */
export function BookmarksSection({ version, open }: BookmarksSectionProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const [bookmarks, setBookmarks] = useStored(STORED_BOOKMARKS);
  useEffect(() => {
    void syncBookmarkList();
  }, []);
  const { items } = useItems("bible-mark");
  const marks = items.filter(({ data }) => data.kind === "bookmark");
  const names = new Map(
    placedMarks(marks, version, language).map(({ place: { book }, data, name }) => [
      bookmarkOf({ book, chapter: data.chapter }, data.from),
      name,
    ]),
  );
  const readable = bookmarks
    .flatMap((bookmark) => {
      const place = readBookmark(bookmark);
      if (!place) return [];
      const shown = shownIn(version, place);
      const name = names.get(bookmark) ?? `${placeName(shown, language)}:${shown.verse}`;
      return [{ bookmark, place: shown, name }];
    })
    .toSorted(
      ({ place: a }, { place: b }) =>
        a.book.order - b.book.order || a.chapter - b.chapter || a.verse - b.verse,
    );
  return (
    <section
      aria-labelledby="bookmarks-title"
      className="rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="bookmarks-title" className="text-lg font-semibold">
          {texts.bookmarks}
        </h2>
        <Link to="/bible/marks" className="font-semibold text-brand hover:underline">
          {texts.allMarks}
        </Link>
      </div>
      {readable.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">{texts.noBookmarks}</p>
      ) : (
        <ul className="mt-2 grid gap-1">
          {readable.map(({ bookmark, name, place: { verse, ...place } }) => (
            <li key={bookmark} className="flex items-center gap-2">
              <button
                type="button"
                onClick={() => open({ place, verse })}
                className="min-h-11 min-w-0 grow truncate text-left font-semibold text-brand hover:underline"
              >
                {name}
              </button>
              <IconButton
                label={texts.removeBookmark(name)}
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

type Bookmarked = BiblePlace & { verse: number };

/** Returns a bookmark's location in a version's numbering. */
function shownIn(
  { numbering }: Pick<BibleVersionFacts, "numbering">,
  { book, ...verse }: Bookmarked,
): Bookmarked {
  const [first = verse] = fromPivot(numbering, book, verse);
  return { book, ...first };
}
