import { BIBLE_BOOKS, type BiblePlace, bookByAlias, bookName } from "#shared/bible/bible-books.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { placeIn } from "./bible-address.domain.ts";
import { LabelledSelect, type PillSelect } from "./labelled-select.tsx";
import type { useBibleLocation } from "./use-bible-location.ts";

type PlaceSelectsProps = {
  place: BiblePlace;
  open: ReturnType<typeof useBibleLocation>["open"];
  /** Look of both. */
  Select?: typeof LabelledSelect | typeof PillSelect;
};

/** The selectors of book and chapter. */
export function PlaceSelects({ place, open, Select = LabelledSelect }: PlaceSelectsProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const booksOf = (testament: "ot" | "nt") =>
    BIBLE_BOOKS.filter((book) => book.testament === testament).map((book) => (
      <option key={book.id} value={book.id}>
        {bookName(book, language)}
      </option>
    ));
  return (
    <>
      <Select
        label={texts.book}
        value={place.book.id}
        short={bookName(place.book, language)}
        onChange={(value) => {
          const book = bookByAlias(value);
          if (book) open({ place: { book, chapter: 1 } });
        }}
      >
        <optgroup label={texts.oldTestament}>{booksOf("ot")}</optgroup>
        <optgroup label={texts.newTestament}>{booksOf("nt")}</optgroup>
      </Select>
      <Select
        label={texts.chapter}
        value={String(place.chapter)}
        short={String(place.chapter)}
        onChange={(value) => open({ place: placeIn(place.book, Number(value)) })}
      >
        {Array.from({ length: place.book.chapters }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </Select>
    </>
  );
}
