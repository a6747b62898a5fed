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
import "./bible.css";

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
      className="place-sheet w-full max-w-lg overflow-y-auto border border-line bg-surface text-ink shadow-card"
      onClose={onClose}
    >
      <div
        className="grid gap-4 px-4"
        // A tap outside closes the sheet where the browser knows this attribute.
        ref={(content) => content?.closest("dialog")?.setAttribute("closedby", "any")}
      >
        <div className="sticky top-0 -mx-4 flex items-end gap-2 bg-surface px-4 py-2">
          <div className="place-sheet-selects flex min-w-0 grow flex-wrap gap-2">
            <PlaceSelects place={place} open={openChapter} />
          </div>
          <IconButton label={texts.closeChapters} onClick={onClose}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
        <div className="flex flex-wrap gap-2">{links}</div>
        <div
          role="group"
          aria-label={bookName(book, language)}
          className="place-sheet-chapters grid gap-1"
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
