import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { bookName } from "#shared/bible/bible-books.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { OpenBible, useBibleLocation } from "./use-bible-location.ts";
import { PlaceSelects } from "./place-selects.tsx";

type PlaceSheetProps = Pick<OpenBible, "place"> & {
  open: ReturnType<typeof useBibleLocation>["open"];
  /** Links to the reader's plans and marks. */
  links: ReactNode;
  onClose: () => void;
};

/** Book and chapter on small screens; another book keeps the sheet, a chapter closes it. */
export function PlaceSheet({ place, open, links, onClose }: PlaceSheetProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const { book, chapter } = place;
  const openChapter: typeof open = (target) => {
    open(target);
    if (target.place?.book === book) onClose();
  };
  return (
    <Dialog
      label={texts.chapters}
      className="mx-auto mt-auto mb-0 max-h-[80dvh] w-full max-w-lg overflow-y-auto overscroll-contain rounded-t-3xl border border-b-0 border-line bg-surface text-ink shadow-card"
      onClose={onClose}
    >
      <div
        className="grid gap-4 px-4 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))]"
        // A tap outside closes the sheet where the browser knows this attribute.
        ref={(content) => content?.closest("dialog")?.setAttribute("closedby", "any")}
      >
        <div className="sticky top-0 -mx-4 flex items-end gap-2 bg-surface px-4 py-2">
          <div className="grid grow grid-cols-[minmax(0,1fr)_5rem] gap-2">
            <PlaceSelects place={place} open={openChapter} />
          </div>
          <IconButton label={texts.closeChapters} className="min-h-11 min-w-11" onClick={onClose}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
        <div className="flex flex-wrap gap-2">{links}</div>
        <div
          role="group"
          aria-label={bookName(book, language)}
          className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1"
        >
          {Array.from({ length: book.chapters }, (_, index) => index + 1).map((number) => (
            <button
              key={number}
              type="button"
              aria-current={number === chapter ? "page" : undefined}
              onClick={() => openChapter({ place: { book, chapter: number } })}
              className={clsx(
                "min-h-11 rounded-full font-semibold even-figures",
                number === chapter ? "bg-brand text-on-brand" : "text-ink hover:bg-raised",
              )}
            >
              {number}
            </button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
